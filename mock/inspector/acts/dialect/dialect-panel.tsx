import { useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { useResource } from '../../frame/use-resource'
import { Trouble } from '../../ui/trouble'
import { Visible } from '../../ui/visible'
import { ActButton } from '../form/act-button'
import { TextField } from '../form/field'
import { DialectField, type ListedField } from './dialect-field'

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
      {data?.fixed !== undefined && (
        <p class="problem">
          <Visible text={data.fixed} />
        </p>
      )}
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
