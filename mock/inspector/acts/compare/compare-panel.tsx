import { useMemo } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { diffTexts } from '../../diff/diff'
import { Button } from '../../ui/button'
import { DiffView } from './diff-view'
import type { Compared } from './compared'

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
