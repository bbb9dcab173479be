import { useState } from 'preact/hooks'
import { scopes } from '../../../../generated/operations'
import type { StoredKey } from '../../../store/records'
import { ChecksField, TextField } from '../form/field'
import { Form } from '../form/form'
import { given, useTexts } from '../form/use-texts'
import { ModeField, type Mode } from '../form/mode-field'
import { ShownKey } from './shown-key'

const prefixes = { live: 'sk_live_', test: 'sk_test_' } as const

/** Creates a key: live or test, with all rights or some, for ever or until a time, random or with a text of one's own. */
export function NewKey() {
  const [mode, setMode] = useState<Mode>('live')
  const { texts, field, clear } = useTexts({ name: '', expiresAt: '', key: '' })
  const [chosen, setChosen] = useState<string[]>([])
  const [made, setMade] = useState<StoredKey>()
  const body = {
    mode,
    name: texts.name,
    scopes: chosen.length === 0 ? undefined : chosen,
    expiresAt: given(texts.expiresAt),
    key: given(texts.key),
  }

  // The prefix of a key says its mode, so the two never disagree by accident.
  function take(typed: string) {
    field('key').onInput(typed)
    if (typed.startsWith(prefixes.live)) setMode('live')
    if (typed.startsWith(prefixes.test)) setMode('test')
  }

  function show(key: StoredKey) {
    setMade(key)
    clear()
    setChosen([])
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
        <TextField {...field('name')} label="Name" placeholder="Checkout" />
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
          {...field('expiresAt')}
          label="Expires at"
          placeholder="2030-01-01T00:00:00Z"
          hint="Empty: never."
        />
        <TextField
          {...field('key')}
          label="Key"
          onInput={take}
          placeholder={`${prefixes[mode]}…`}
          hint="A text of your own. Empty: random."
        />
      </Form>
      {made && <ShownKey text={made.key} />}
    </>
  )
}
