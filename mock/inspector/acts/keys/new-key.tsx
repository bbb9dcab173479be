import { useState } from 'preact/hooks'
import { scopes } from '../../../../generated/operations'
import type { StoredKey } from '../../../store/records'
import { ChecksField, TextField } from '../form/field'
import { Form } from '../form/form'
import { ModeField, type Mode } from '../form/mode-field'
import { ShownKey } from './shown-key'

const prefixes = { live: 'sk_live_', test: 'sk_test_' } as const

/** Creates a key: live or test, with all rights or some, for ever or until a time, random or with a text of one's own. */
export function NewKey() {
  const [mode, setMode] = useState<Mode>('live')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [end, setEnd] = useState('')
  const [text, setText] = useState('')
  const [made, setMade] = useState<StoredKey>()
  const body = {
    mode,
    name,
    scopes: chosen.length === 0 ? undefined : chosen,
    expiresAt: end === '' ? undefined : end,
    key: text === '' ? undefined : text,
  }

  // The prefix of a key says its mode, so the two never disagree by accident.
  function take(typed: string) {
    setText(typed)
    if (typed.startsWith(prefixes.live)) setMode('live')
    if (typed.startsWith(prefixes.test)) setMode('test')
  }

  function show(key: StoredKey) {
    setMade(key)
    setName('')
    setChosen([])
    setEnd('')
    setText('')
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
        <TextField label="Name" name="name" value={name} onInput={setName} placeholder="Checkout" />
        <ModeField value={mode} onInput={setMode} />
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
        <TextField
          label="Key"
          name="key"
          value={text}
          onInput={take}
          placeholder={`${prefixes[mode]}…`}
          hint="A text of your own. Empty: random."
        />
      </Form>
      {made && <ShownKey text={made.key} />}
    </>
  )
}
