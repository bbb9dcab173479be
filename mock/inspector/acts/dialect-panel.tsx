import { useId, useState } from 'preact/hooks'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { Button } from '../ui/button'
import { Sentence, Trouble, Visible } from '../ui/text'
import { ActButton } from './form/act'
import { TextField } from './form/fields'
import { JsonEditor } from './json-editor'

interface Fields {
  data: ListedField[]
  /** The reason why the dialect of this backend cannot be changed. */
  fixed?: string
}

/** How the deployment that the mock plays resolves what the interface leaves open. A change restarts the data. */
export function DialectPanel() {
  const { store } = useApp()
  const { data, error } = useResource<Fields>('/__mock/dialect/fields')
  const [changes, setChanges] = useState<Readonly<Record<string, unknown>>>({})
  const [wanted, setWanted] = useState('')
  const names = Object.keys(changes)
  const words = wanted.toLowerCase()
  const fields = (data?.data ?? []).filter(({ name, description, question }) =>
    `${name} ${description} ${question}`.toLowerCase().includes(words),
  )

  const valueOf = (field: ListedField) => (field.name in changes ? changes[field.name] : field.value)
  // The route takes a whole dialect, in which a field that is left out has its default.
  const stated = (data?.data ?? []).filter(
    (field) => JSON.stringify(valueOf(field)) !== JSON.stringify(field.default),
  )
  const body = Object.fromEntries(stated.map((field) => [field.name, valueOf(field)]))

  function change(name: string, value: unknown) {
    const field = data?.data.find((one) => one.name === name)
    const { [name]: _earlier, ...others } = changes
    setChanges(JSON.stringify(field?.value) === JSON.stringify(value) ? others : { ...others, [name]: value })
  }

  return (
    <>
      <Trouble error={error} />
      {data?.fixed !== undefined && <Visible as="p" class="problem" text={data.fixed} />}
      <TextField label="Find a field" name="find" value={wanted} onInput={setWanted} />
      {names.length > 0 && (
        <div class="result">
          <p role="status">
            {names.length === 1 ? 'One field is' : `${names.length} fields are`} to be changed:{' '}
            <code>{names.join(', ')}</code>
          </p>
          <ActButton
            text="Restart with this dialect"
            request={{ method: 'PUT', path: '/__mock/dialect', body }}
            question="Restart? Events, webhooks, keys and faults become what they were at the start, all sessions end, and the journal is emptied."
            said="The mock plays the changed dialect, on data that begins anew."
            onDone={() => {
              setChanges({})
              store.clear()
            }}
          />
        </div>
      )}
      <ul class="listing" aria-label="Fields of the dialect">
        {fields.map((field) => (
          <DialectField
            key={field.name}
            field={field}
            isFixed={data?.fixed !== undefined}
            value={valueOf(field)}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      </ul>
    </>
  )
}

/** A field of the dialect, as the mock describes it. */
interface ListedField {
  name: string
  /** The open question that the field answers. */
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
interface DialectFieldProps {
  field: ListedField
  value: unknown
  isFixed: boolean
  onChange: (value: unknown) => void
}

/** A field of the dialect: its choices with what each means, or its value as JSON. */
function DialectField({ field, value, isFixed, onChange }: DialectFieldProps) {
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
    <fieldset class="choices" disabled={isFixed} aria-label={name}>
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

interface AsJsonProps extends Omit<DialectFieldProps, 'field'> {
  name: string
  hint: string | undefined
}

/** A value that is written as JSON. It counts as soon as it is JSON; the mock judges it when it is applied. */
function AsJson({ name, value, hint, isFixed, onChange }: AsJsonProps) {
  const [text, setText] = useState<string>()
  const present = JSON.stringify(value, null, 2) ?? 'null'
  if (isFixed) return <code>{present}</code>
  if (text === undefined) {
    return (
      <p class="valued">
        <Visible as="code" text={present} />
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
