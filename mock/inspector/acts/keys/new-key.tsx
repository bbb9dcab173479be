import { useState } from 'preact/hooks'
import { scopes } from '../../../../generated/operations'
import type { StoredKey } from '../../../store/records'
import { CopyButton } from '../../ui/copy-button'
import { Visible } from '../../ui/visible'
import { ChecksField, SelectField, TextField } from '../form/field'
import { Form } from '../form/form'

/** Creates a key: live or test, with all rights or some, for ever or until a time. */
export function NewKey() {
  const [mode, setMode] = useState('live')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [end, setEnd] = useState('')
  const [made, setMade] = useState<StoredKey>()
  const body = {
    mode,
    name,
    scopes: chosen.length === 0 ? undefined : chosen,
    expiresAt: end === '' ? undefined : end,
  }
  function show(key: StoredKey) {
    setMade(key)
    setName('')
    setChosen([])
    setEnd('')
  }
  return (
    <>
      <Form<StoredKey>
        label="New key"
        submit="Create key"
        request={{ method: 'POST', path: '/__mock/keys', body }}
        said="The key is created."
        onDone={show}
      >
        <SelectField
          label="Mode"
          name="mode"
          value={mode}
          onInput={setMode}
          choices={[
            ['live', 'live: delivers events'],
            ['test', 'test: delivers nothing'],
          ]}
        />
        <TextField label="Name" name="name" value={name} onInput={setName} />
        <ChecksField
          label="Scopes"
          name="scopes"
          value={chosen}
          onInput={setChosen}
          choices={scopes}
          hint="None chosen: full access."
        />
        <TextField
          label="Expires at"
          name="expiresAt"
          value={end}
          onInput={setEnd}
          placeholder="2030-01-01T00:00:00Z"
          hint="Empty: never."
        />
      </Form>
      {made && (
        <p class="result" role="status">
          <code>
            <Visible text={made.key} />
          </code>
          <CopyButton label="Copy key" text={made.key} />
        </p>
      )}
    </>
  )
}
