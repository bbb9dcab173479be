import type { ComponentChildren } from 'preact'
import { useId, useMemo, useRef } from 'preact/hooks'
import { readJson } from '../../../http/json/read-json'
import { indentJson } from '../../text/indent-json'
import { Button } from '../../ui/button'
import { Visible } from '../../ui/visible'
import { excerptOf, placeInWords } from './problem-in-words'

/** The properties of a {@link JsonEditor}. */
export interface JsonEditorProps {
  label: string
  name: string
  value: string
  onInput: (value: string) => void
  rows?: number
  /** Further remarks on the text, where it is JSON. */
  children?: ComponentChildren
}

/**
 * A field for JSON. While one types it says where and why the text is no JSON yet, shows the place, and takes the cursor there on
 * request. Tab leaves the field, as everywhere.
 */
export function JsonEditor({ label, name, value, onInput, rows = 12, children }: JsonEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { error } = useMemo(() => readJson(value), [value])
  const indented = indentJson(value)

  function goThere() {
    if (!area.current || !error) return
    area.current.focus()
    area.current.setSelectionRange(error.offset, error.offset + 1)
  }

  return (
    <div class="field editor">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        ref={area}
        rows={rows}
        spellcheck={false}
        autocomplete="off"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-notes`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <div class="editor-notes" id={`${id}-notes`} role="status">
        {error ? <Mistake text={value} error={error} /> : children}
      </div>
      <div class="buttons">
        {error && (
          <Button tone="quiet" onClick={goThere}>
            Go there
          </Button>
        )}
        {indented !== undefined && indented !== value && (
          <Button tone="quiet" onClick={() => onInput(indented)}>
            Indent
          </Button>
        )}
      </div>
    </div>
  )
}

function Mistake({
  text,
  error,
}: {
  text: string
  error: NonNullable<ReturnType<typeof readJson>['error']>
}) {
  const { before, at, after } = excerptOf(text, error)
  return (
    <>
      <p class="problem">
        <Visible text={placeInWords(error)} />
      </p>
      {text.trim() !== '' && (
        <code class="excerpt" aria-hidden="true">
          <Visible text={before} />
          <mark>{at === '' ? '⏎' : <Visible text={at} />}</mark>
          <Visible text={after} />
        </code>
      )}
    </>
  )
}
