import { useState } from 'preact/hooks'
import { useResource } from '../../frame/use-resource'
import { TextField } from '../form/field'
import { Form } from '../form/form'
import { ModeField, type Mode } from '../form/mode-field'
import { SecretLine, type ShownSecret } from './secret-line'

interface Examples {
  data: { name: string; body: { type: string } }[]
}

/** Registers a webhook, with the validation of the interface. */
export function NewWebhook() {
  const [mode, setMode] = useState<Mode>('live')
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState('*')
  const [description, setDescription] = useState('')
  const [made, setMade] = useState<ShownSecret>()
  const { data } = useResource<Examples>('/__mock/examples')
  const body = {
    mode,
    url,
    events: types
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
    description: description === '' ? undefined : description,
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
          setUrl('')
          setTypes('*')
          setDescription('')
        }}
      >
        <TextField
          label="URL"
          name="url"
          value={url}
          onInput={setUrl}
          inputMode="url"
          placeholder="https://shop.example/hooks"
          hint="https. A forward sends it to a receiver on this machine."
        />
        <TextField
          label="Event types"
          name="events"
          value={types}
          onInput={setTypes}
          list={['*', ...new Set((data?.data ?? []).map(({ body }) => body.type))]}
          hint="With commas between them, or * for all."
        />
        <TextField label="Description" name="description" value={description} onInput={setDescription} />
        <ModeField value={mode} onInput={setMode} />
      </Form>
      {made && <SecretLine secret={made} onHide={() => setMade(undefined)} />}
    </>
  )
}
