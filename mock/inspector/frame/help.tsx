import { useEffect, useRef } from 'preact/hooks'
import { panels } from '../acts/panels'
import { Button } from '../ui/button'

const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['j', 'next entry'],
  ['k', 'entry before'],
  ['Enter', 'open the entry'],
  ['Esc', 'close what is open'],
  ['/', 'filter'],
  ['p', 'pause the list, or go on'],
  ['?', 'these shortcuts'],
]

/** All keys of the page, over the page. */
export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={close}>
      <header>
        <h2 id="help-title">Keyboard shortcuts</h2>
        <Button tone="quiet" label="Close the shortcuts" onClick={() => dialog.current?.close()}>
          ✕
        </Button>
      </header>
      <div class="columns">
        <KeyList title="Entries" rows={keys} />
        <KeyList title="Panels" rows={panels.map(({ shortcut, title }) => [shortcut, title] as const)} />
      </div>
    </dialog>
  )
}

function KeyList({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
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
