import { useRef, useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { Visible } from '../../ui/visible'
import { readJson } from '../../../http/json/read-json'
import { placeInWords } from '../editor/problem-in-words'
import { ActButton } from '../form/act-button'

// Bytes. A longer text is judged by the mock alone, which reads it in parts.
const longestRead = 2 ** 23

interface Chosen {
  /** How many files were chosen before. Each has a question of its own. */
  count: number
  name: string
  text: string
  /** The place at which the file is no JSON. */
  problem?: string
}

/** Replaces all data by a file: a snapshot or a seed, chosen or dropped. */
export function Restore() {
  const { store } = useApp()
  const [chosen, setChosen] = useState<Chosen>()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

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
        <p class="problem" role="alert">
          <Visible text={`${chosen.name} is no JSON. ${chosen.problem}`} />
        </p>
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
              path: '/__mock/snapshot',
              options: { text: chosen.text, file: chosen.name },
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
