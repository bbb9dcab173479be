import { useState } from 'preact/hooks'
import type { Diff } from '../../diff/diff'
import type { DiffLine } from '../../diff/diff-line'
import { fold } from '../../diff/fold'
import { Button } from '../../ui/button'
import { Visible } from '../../ui/visible'

// Lines, and letters of a line. More would take the page seconds to lay out, so the rest is shown on request.
const firstLines = 400
const longestLine = 2_000

const names = { ' ': 'same', '-': 'removed', '+': 'added' } as const

/** The lines of a comparison, with the equal ones far from any difference folded away. */
export function DiffView({ diff: { lines, removed, added, kind } }: { diff: Diff }) {
  const [isWhole, setWhole] = useState(false)
  const [shown, setShown] = useState(firstLines)
  const folds = isWhole ? [{ lines }] : fold(lines)
  let left = shown
  const parts = folds.map((part, index) => {
    if (left <= 0) return null
    if (part.lines === undefined) {
      left--
      return (
        <p class="folded" key={index}>
          {part.hidden} equal {part.hidden === 1 ? 'line' : 'lines'}
        </p>
      )
    }
    const visible = part.lines.slice(0, left)
    left -= visible.length
    return visible.map((line, at) => <Line key={`${index} ${at}`} line={line} />)
  })
  return (
    <section aria-label="Difference">
      <p role="status">
        {removed + added === 0
          ? 'Both are equal.'
          : `${removed} removed, ${added} added, compared as ${kind === 'json' ? 'JSON' : 'lines of text'}.`}
      </p>
      <div class="buttons">
        <Button pressed={isWhole} tone="quiet" onClick={() => setWhole(!isWhole)}>
          All lines
        </Button>
      </div>
      <div class="diff" tabIndex={0} role="region" aria-label="Lines">
        {parts}
      </div>
      {left <= 0 && <Button onClick={() => setShown(shown * 4)}>More lines</Button>}
    </section>
  )
}

function Line({ line: { sign, depth, text } }: { line: DiffLine }) {
  const long = text.length > longestLine ? `${text.slice(0, longestLine)}… ${text.length} letters` : text
  return (
    <div
      class={`diff-line ${names[sign]}`}
      style={{ paddingInlineStart: `${16 + 12 * Math.min(depth, 20)}px` }}
    >
      <span class="sign" aria-label={sign === ' ' ? undefined : names[sign]}>
        {sign}
      </span>
      <Visible text={long} />
    </div>
  )
}
