import { useEffect, useRef } from 'preact/hooks'
import { panels } from '../acts/panels'
import { Button } from '../ui/button'

type KeyRow = readonly [keys: string, meaning: string]

const entryKeys: readonly KeyRow[] = [
  ['j', 'next entry'],
  ['k', 'entry before'],
  ['Enter', 'open the entry'],
  ['Esc', 'close what is open'],
  ['/', 'filter'],
  ['p', 'pause the list, or go on'],
  ['?', 'these shortcuts'],
]
const listKeys: readonly KeyRow[] = [
  ['↓ ↑', 'next entry, entry before'],
  ['Home', 'newest entry'],
  ['End', 'oldest entry'],
]
const filterKeys: readonly KeyRow[] = [
  ['↓ ↑', 'choose a completion'],
  ['Tab', 'take it'],
  ['Enter', 'take it, or go to the session that is named'],
  ['Esc', 'close the completions, then leave'],
]

/** All keys of the page, over the page. */
export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={close}>
      <header>
        <h2 id="help-title">Keyboard shortcuts</h2>
        <Button tone="quiet" icon label="Close the shortcuts" onClick={() => dialog.current?.close()}>
          ✕
        </Button>
      </header>
      <div class="columns">
        <div>
          <KeyList title="Everywhere" rows={entryKeys} />
          <KeyList title="In the list" rows={listKeys} />
          <KeyList title="In the filter" rows={filterKeys} />
        </div>
        <div>
          <KeyList title="Panels" rows={panels.map(({ shortcut, title }) => [shortcut, title] as const)} />
        </div>
      </div>
    </dialog>
  )
}

function KeyList({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
