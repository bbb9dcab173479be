import type { ComponentChildren } from 'preact'
import { useId, useMemo, useRef } from 'preact/hooks'
import { type JsonError, readJson } from '../../http/json/read-json'
import { indentJson } from '../text/indent-json'
import { Button } from '../ui/button'
import { Visible } from '../ui/text'

/** The properties of a {@link JsonEditor}. */
interface JsonEditorProps {
  label: string
  name: string
  value: string
  onInput: (value: string) => void
  rows?: number
  /** Further remarks on the text, where it is JSON. */
  children?: ComponentChildren
}

/**
 * A field for JSON. While one types, the field says where and why the text is no JSON yet, shows the text around the error, and takes the
 * cursor there on request. Tab leaves the field, as everywhere.
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

function Mistake({ text, error }: { text: string; error: JsonError }) {
  const { before, at, after } = excerptOf(text, error)
  return (
    <>
      <Visible as="p" class="problem" text={placeInWords(error)} />
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

/** The position of an error in JSON, and its reason: `Line 3, column 12: A comma or } is missing before “"”.` */
export function placeInWords({ line, column, message }: JsonError): string {
  return `Line ${line}, column ${column}: ${message}`
}

/** The text around an error: what stands before it on its line, the letter at it, and what follows. */
interface Excerpt {
  before: string
  at: string
  after: string
}

const around = 32

/** The part of a line around an error. A letter is one even where JavaScript counts two. */
export function excerptOf(text: string, { offset }: Pick<JsonError, 'offset'>): Excerpt {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = text.indexOf('\n', offset)
  const before = [...text.slice(Math.max(lineStart, offset - 2 * around), offset)].slice(-around).join('')
  const rest = [...text.slice(offset, Math.min(lineEnd < 0 ? text.length : lineEnd, offset + 2 * around))]
  return { before, at: rest[0] ?? '', after: rest.slice(1, around).join('') }
}
