import { useId, useState } from 'preact/hooks'
import { useApp } from '../../frame/app'
import { Visible } from '../../ui/text'
import { useProblemOf } from './act'

/** The properties of every field. */
interface FieldProps {
  label: string
  /** The name of the field in the route's body: a refusal of the mock finds the field by it. */
  name: string
  hint?: string
}

/** The hint and the problem of a field, and the attributes that join them to its input. */
function useParts({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  const id = useId()
  const problem = useProblemOf(name)
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
  return {
    input: {
      id,
      name,
      'aria-invalid': problem !== undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    },
    notes: (
      <>
        {hint !== undefined && (
          <span class="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
        {problem !== undefined && (
          <Visible as="span" class="problem" id={`${id}-problem`} role="alert" text={problem} />
        )}
      </>
    ),
  }
}

interface TextFieldProps extends FieldProps {
  value: string
  onInput: (value: string) => void
  placeholder?: string
  /** `numeric` and `decimal` bring up the right keyboard of a phone. */
  inputMode?: 'numeric' | 'decimal' | 'url'
  /** Suggestions. */
  list?: readonly string[]
}

export function TextField(props: TextFieldProps) {
  const { label, value, onInput, placeholder, inputMode, list } = props
  const { input, notes } = useParts(props)
  return (
    <div class="field">
      <label for={input.id}>{label}</label>
      <input
        {...input}
        value={value}
        placeholder={placeholder}
        inputMode={inputMode}
        autocomplete="off"
        spellcheck={false}
        list={list && `${input.id}-list`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {list && (
        <datalist id={`${input.id}-list`}>
          {list.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      {notes}
    </div>
  )
}

interface SelectFieldProps extends FieldProps {
  value: string
  onInput: (value: string) => void
  /** The values, each with the words that are shown for it where it does not speak for itself. */
  choices: readonly (string | readonly [value: string, words: string])[]
}

export function SelectField(props: SelectFieldProps) {
  const { label, value, onInput, choices } = props
  const { input, notes } = useParts(props)
  return (
    <div class="field">
      <label for={input.id}>{label}</label>
      <select {...input} value={value} onInput={(event) => onInput(event.currentTarget.value)}>
        {choices.map((given) => {
          const [choice, words] = typeof given === 'string' ? [given, given] : given
          return (
            <option key={choice} value={choice} selected={choice === value}>
              {words}
            </option>
          )
        })}
      </select>
      {notes}
    </div>
  )
}

interface ChecksFieldProps extends FieldProps {
  value: readonly string[]
  onInput: (value: string[]) => void
  choices: readonly string[]
}

/** Several choices, any number of which can be selected. */
export function ChecksField(props: ChecksFieldProps) {
  const { label, name, value, onInput, choices } = props
  const { input, notes } = useParts(props)
  return (
    <fieldset class="field checks" aria-describedby={input['aria-describedby']}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="checkbox"
            name={name}
            checked={value.includes(choice)}
            onInput={(event) =>
              onInput(
                event.currentTarget.checked ? [...value, choice] : value.filter((one) => one !== choice),
              )
            }
          />{' '}
          {choice}
        </label>
      ))}
      {notes}
    </fieldset>
  )
}

/** The mode of a key or a webhook. */
export type Mode = 'live' | 'test'

const modes = [
  ['live', 'live: events are delivered'],
  ['test', 'test: nothing is delivered'],
] as const

/** The choice between live and test, in the words of what becomes of events. */
export function ModeField({ value, onInput }: { value: Mode; onInput: (mode: Mode) => void }) {
  const choose = (chosen: string) => onInput(chosen as Mode)
  return <SelectField label="Mode" name="mode" value={value} onInput={choose} choices={modes} />
}

/** The seconds for which an old key or secret goes on to work after a rotation, as text, unless the reader chooses others. */
export const usualOverlap = '86400'

const overlaps = Object.entries({ 0: 'no time', 3600: 'an hour', 86400: 'a day', 604800: 'a week' })

/** The choice of how long a key or a secret works on beside the one that takes its place, by the clock of the mock. */
export function OverlapField(props: Pick<SelectFieldProps, 'label' | 'value' | 'onInput'>) {
  return <SelectField {...props} name="overlap" choices={overlaps} />
}

/** A state that outlasts its form: what the reader has typed is there again when the form is opened anew. */
export function useDraft<Value>(form: string, first: Value) {
  const { drafts } = useApp()
  const [value, setValue] = useState(() => (drafts.has(form) ? (drafts.get(form) as Value) : first))
  const set = (next: Value) => {
    drafts.set(form, next)
    setValue(next)
  }
  return [value, set] as const
}

/** The texts of the fields of a form, with the properties that join a field to its text. */
export function useTexts<Name extends string>(form: string, first: Readonly<Record<Name, string>>) {
  const [texts, setTexts] = useDraft(form, first)
  const set = (name: Name, text: string) => setTexts({ ...texts, [name]: text })
  return {
    texts,
    field: (name: Name) => ({ name, value: texts[name], onInput: (text: string) => set(name, text) }),
    clear: () => setTexts(first),
  }
}

/** A text that was typed, or nothing where the field is empty: the mock has a value of its own for it. */
export const given = (text?: string): string | undefined => (text === '' ? undefined : text)
