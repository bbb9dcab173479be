import { useState } from 'preact/hooks'
import { useResource } from '../../frame/use-resource'
import { TextField } from '../form/field'
import { Form } from '../form/form'
import { given, useTexts } from '../form/use-texts'
import { ModeField, type Mode } from '../form/mode-field'
import { SecretLine, type ShownSecret } from './secret-line'

interface Examples {
  data: { name: string; body: { type: string } }[]
}

/** Registers a webhook, with the validation of the interface. */
export function NewWebhook() {
  const [mode, setMode] = useState<Mode>('live')
  const { texts, field, clear } = useTexts({ url: '', events: '*', description: '' })
  const [made, setMade] = useState<ShownSecret>()
  const { data } = useResource<Examples>('/__mock/examples')
  const body = {
    mode,
    url: texts.url,
    events: texts.events
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
    description: given(texts.description),
  }
  return (
    <>
      <Form<ShownSecret>
        label="New webhook"
        submit="Register webhook"
        request={{ method: 'POST', path: '/__mock/webhooks', body }}
        said="The webhook is registered, and its secret shown."
        onDone={(webhook) => {
          setMade(webhook)
          clear()
        }}
      >
        <TextField
          {...field('url')}
          label="URL"
          inputMode="url"
          placeholder="https://shop.example/hooks"
          hint="https. A forward sends it to a receiver on this machine."
        />
        <TextField
          {...field('events')}
          label="Event types"
          list={['*', ...new Set((data?.data ?? []).map(({ body }) => body.type))]}
          hint="With commas between them, or * for all."
        />
        <TextField {...field('description')} label="Description" />
        <ModeField value={mode} onInput={setMode} />
      </Form>
      {made && <SecretLine secret={made} onHide={() => setMade(undefined)} />}
    </>
  )
}
