import { useMemo, useState } from 'preact/hooks'
import { type Diff, type DiffLine, diffTexts, fold } from '../diff/diff'
import { type Compared, useApp } from '../frame/app'
import type { lostRequests } from '../store/row'
import { timeOfDay } from '../text/times'
import { Button } from '../ui/button'
import { Visible } from '../ui/text'

const sides = ['Left', 'Right'] as const
const empty: Compared = { title: 'typed here', text: '' }

/** The difference of two payloads: of those that were put aside in a detail, or of texts that are pasted here. */
export function ComparePanel() {
  const { compared } = useApp()
  const [left = empty, right = empty] = compared.value
  const diff = useMemo(
    () => (left.text === '' && right.text === '' ? undefined : diffTexts(left.text, right.text)),
    [left.text, right.text],
  )

  function change(index: number, text: string) {
    const both = [left, right]
    both[index] = { title: empty.title, text }
    compared.value = both
  }

  return (
    <>
      <p class="faint">
        “Compare body” and “Compare answer” in a detail put a payload here. Any text can be pasted, too.
      </p>
      {[left, right].map(({ title, text }, index) => (
        <div class="field" key={sides[index]}>
          <label for={`compared-${index}`}>
            {sides[index]} <span class="faint">{text === '' ? '' : title}</span>
          </label>
          <textarea
            id={`compared-${index}`}
            rows={3}
            spellcheck={false}
            value={text}
            onInput={(event) => change(index, event.currentTarget.value)}
          />
        </div>
      ))}
      <div class="buttons">
        <Button onClick={() => (compared.value = [right, left])}>Swap</Button>
        <Button onClick={() => (compared.value = [])}>Clear</Button>
      </div>
      {diff && <DiffView diff={diff} />}
    </>
  )
}

/** The bodies that were sent with the idempotency key of an event and are lost, each compared with the one that is kept. */
export function LostBodies({ found }: { found: ReturnType<typeof lostRequests> }) {
  return (
    <>
      {found?.lost.map(({ number, at, body = '' }) => (
        <section class="card lost" key={number} aria-label="Lost event">
          <h3>Another event was sent with the same idempotency key, and is lost</h3>
          <p>
            The request at {timeOfDay(at)} got this event back. Give each event a key of its own. Removed is
            what the event holds, added what was sent.
          </p>
          <DiffView diff={diffTexts(found.kept, body)} />
        </section>
      ))}
    </>
  )
}

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

/** Puts a payload aside for a comparison, and opens the comparison when there are two. */
export function CompareButton({ text, title, words }: Compared & { words: string }) {
  const { compared, page, say } = useApp()
  function putAside() {
    // The earlier of two stays, and a third replaces the later one.
    compared.value = [...compared.value.slice(0, 1), { title, text }]
    if (compared.value.length === 2) page.panel.value = 'compare'
    else say('Put aside. Compare a second payload with it.')
  }
  return (
    <Button tone="quiet" label={`${words}: ${title}`} onClick={putAside}>
      {words}
    </Button>
  )
}
