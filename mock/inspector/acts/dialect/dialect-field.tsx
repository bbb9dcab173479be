import { useId, useState } from 'preact/hooks'
import { Button } from '../../ui/button'
import { Sentence } from '../../ui/sentence'
import { Visible } from '../../ui/visible'
import { JsonEditor } from '../editor/json-editor'

/** A field of the dialect, as the mock describes it. */
export interface ListedField {
  name: string
  /** The open question that it answers. */
  question: string
  description: string
  value: unknown
  default: unknown
  /** Absent where the values cannot be counted. */
  choices?: { value: unknown; meaning?: string }[]
  /** The legal values in words. */
  values?: string
}

/** The properties of a {@link DialectField}. */
export interface DialectFieldProps {
  field: ListedField
  value: unknown
  isFixed: boolean
  onChange: (value: unknown) => void
}

/** A field of the dialect: its choices with what each means, or its value as JSON. */
export function DialectField({ field, value, isFixed, onChange }: DialectFieldProps) {
  const { name, question, description, choices, values } = field
  const isUsual = JSON.stringify(value) === JSON.stringify(field.default)
  return (
    <li class="card" data-field={name}>
      <p class="item-title">
        <code>{name}</code> <span class="faint">{question}</span>
      </p>
      <p>
        <Sentence text={description} />
      </p>
      {choices ? (
        <Choices field={field} value={value} isFixed={isFixed} onChange={onChange} />
      ) : (
        <AsJson name={name} value={value} hint={values} isFixed={isFixed} onChange={onChange} />
      )}
      {!isUsual && !isFixed && (
        <Button tone="quiet" label={`Default for ${name}`} onClick={() => onChange(field.default)}>
          Default
        </Button>
      )}
    </li>
  )
}

function Choices({ field: { name, choices }, value, isFixed, onChange }: DialectFieldProps) {
  const id = useId()
  return (
    <fieldset class="choices" disabled={isFixed}>
      <legend class="unseen">{name}</legend>
      {(choices ?? []).map(({ value: choice, meaning }) => (
        <label key={JSON.stringify(choice)}>
          <input
            type="radio"
            name={id}
            checked={JSON.stringify(choice) === JSON.stringify(value)}
            onInput={() => onChange(choice)}
          />{' '}
          <code>{typeof choice === 'string' ? choice : JSON.stringify(choice)}</code>{' '}
          {meaning !== undefined && (
            <span class="faint">
              <Sentence text={meaning} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

interface AsJsonProps {
  name: string
  value: unknown
  hint: string | undefined
  isFixed: boolean
  onChange: (value: unknown) => void
}

/** A value that is written as JSON. It counts as soon as it is JSON; the mock judges it when it is applied. */
function AsJson({ name, value, hint, isFixed, onChange }: AsJsonProps) {
  const [text, setText] = useState<string>()
  const present = JSON.stringify(value, null, 2) ?? 'null'
  if (isFixed) return <code>{present}</code>
  if (text === undefined) {
    return (
      <p class="valued">
        <code>
          <Visible text={present} />
        </code>
        <Button tone="quiet" label={`Change ${name}`} onClick={() => setText(present)}>
          Change
        </Button>
      </p>
    )
  }
  return (
    <JsonEditor
      label={`${name} as JSON`}
      name={name}
      rows={Math.min(12, text.split('\n').length + 1)}
      value={text}
      onInput={(typed) => {
        setText(typed)
        try {
          onChange(JSON.parse(typed) as unknown)
        } catch {
          // The editor says where it is no JSON yet.
        }
      }}
    >
      {hint !== undefined && (
        <p class="hint">
          <Sentence text={hint} />
        </p>
      )}
    </JsonEditor>
  )
}
