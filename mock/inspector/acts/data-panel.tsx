import { useRef, useState } from 'preact/hooks'
import { readJson } from '../../http/json/read-json'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { failureOf } from '../transport/control'
import { Button } from '../ui/button'
import { Trouble, Visible } from '../ui/text'
import { ActButton, RouteLine, useAct } from './form/act'
import { placeInWords } from './json-editor'

/** All data of the session that is shown: saved, replaced, or begun anew. */
export function DataPanel() {
  const { page, store } = useApp()
  const session = page.session.value
  const confirmation = useConfirmation()
  const owner = session === null ? 'the main state' : `the session ${session}`
  return (
    <>
      <h3>Snapshot</h3>
      <p class="faint">
        All data as one JSON document. The command begins with it by <code class="flag">--seed</code>.
      </p>
      <SaveSnapshot />
      <h3>Restore</h3>
      <Restore />
      <h3>Reset</h3>
      <p class="faint">
        Begins anew with the seed, the first keys and the first faults. Clock and forwards stay.
      </p>
      <ActButton
        text="Reset"
        label="Reset all data"
        request={{ method: 'POST', path: `/__mock/reset${confirmation}` }}
        question={`Reset ${owner}? Events, webhooks, keys and faults become what they were at the start, and the journal is emptied.`}
        said="The data is as it was at the start."
        onDone={() => store.clear()}
      />
    </>
  )
}

/**
 * The query that the mock demands before it replaces all data of a store that outlasts the process. The page asks the reader before it
 * sends this query.
 */
function useConfirmation(): string {
  const name = useResource<{ confirm?: string }>('/__mock/store').data?.confirm
  return name === undefined ? '' : `?confirm=${encodeURIComponent(name)}`
}

const request = { method: 'GET', path: '/__mock/snapshot' }

/** Saves a snapshot as a file. */
function SaveSnapshot() {
  const { control, clock, page, root } = useApp()
  const { busy, failure, run } = useAct()

  async function save() {
    const answer = await control.ask(request.path)
    if (!answer.ok) throw failureOf(answer.status, await answer.json().catch(() => null))
    const url = URL.createObjectURL(await answer.blob())
    const link = document.createElement('a')
    link.href = url
    link.download = nameOf(page.session.value, clock.now.value ?? Date.now())
    // Some browsers follow only a link that stands in the page.
    const home = root instanceof Document ? root.body : root
    home.append(link)
    link.click()
    link.remove()
    URL.revokeObjectURL(url)
  }

  return (
    <div class="form">
      <div class="buttons">
        <Button tone="primary" disabled={busy} onClick={() => void run(save, 'The snapshot is saved.')}>
          Download snapshot
        </Button>
      </div>
      <RouteLine request={request} />
      <Trouble error={failure} />
    </div>
  )
}

function nameOf(session: string | null, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '')
  return `snapshot${session === null ? '' : `-${session.replace(/[^\w.-]/g, '_')}`}-${time}.json`
}

// Bytes. A longer text is judged by the mock alone, which reads it in parts.
const longestRead = 2 ** 23

interface Chosen {
  /** How many files were chosen before. Each has a question of its own. */
  count: number
  name: string
  text: string
  /** Where and why the file is no JSON. */
  problem?: string
}

/** Replaces all data by a file: a snapshot or a seed, chosen or dropped. */
function Restore() {
  const { store } = useApp()
  const [chosen, setChosen] = useState<Chosen>()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const confirmation = useConfirmation()

  async function take(file: File | undefined) {
    if (!file) return
    const text = await file.text()
    const { error } = text.length > longestRead ? {} : readJson(text)
    setChosen((before) => ({
      count: (before?.count ?? 0) + 1,
      name: file.name,
      text,
      problem: error && placeInWords(error),
    }))
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer?.files[0])
  }

  return (
    <div
      class={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label class="field">
        A snapshot or a seed: choose it, or drop it here
        <input
          type="file"
          ref={input}
          accept="application/json,.json"
          onInput={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      {chosen?.problem !== undefined && (
        <Trouble error={{ message: `${chosen.name} is no JSON. ${chosen.problem}` }} />
      )}
      {chosen && chosen.problem === undefined && (
        <>
          <p role="status">
            <Visible text={chosen.name} />{' '}
            <span class="faint">{Math.ceil(chosen.text.length / 1_024)} KiB</span>
          </p>
          <ActButton
            key={chosen.count}
            text="Restore"
            label={`Restore ${chosen.name}`}
            request={{
              method: 'PUT',
              path: `/__mock/snapshot${confirmation}`,
              text: chosen.text,
              file: chosen.name,
            }}
            question="Restore this file? All present data of the session that is shown is replaced, and its journal is emptied."
            said="The data is restored."
            onDone={() => {
              store.clear()
              setChosen(undefined)
              if (input.current) input.current.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}
