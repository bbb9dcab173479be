import { useEffect, useState } from 'preact/hooks'
import type { StoredKey } from '../../../store/records'
import { readJson } from '../../../http/json/read-json'
import { useApp } from '../../frame/app-context'
import { useResource } from '../../frame/use-resource'
import { openEvent } from '../../list/cursor'
import { Button } from '../../ui/button'
import { Visible } from '../../ui/visible'
import { JsonEditor } from '../editor/json-editor'
import type { ActRequest } from '../form/act-request'
import { SelectField, TextField } from '../form/field'
import { Form } from '../form/form'
import { useVerdict } from './check'
import { useStarters, type Starter } from './starters'
import { VerdictNote } from './verdict-note'

const firstText = '{\n  "type": "order.paid",\n  "data": { "order": 1042 }\n}'

/** Sends an event as a client does, with a key and an idempotency key of one's choice. */
export function SendPanel() {
  const app = useApp()
  const { place, control } = app
  const { data } = useResource<{ data: StoredKey[] }>('/__mock/keys')
  const keys = data?.data ?? []
  const [text, setText] = useState(firstText)
  const [chosen, setChosen] = useState('')
  const [idempotencyKey, setIdempotencyKey] = useState('')
  const [sent, setSent] = useState<{ id: string; type: string }>()
  const key = keys.find(({ id }) => id === chosen) ?? keys[0]
  const verdict = useVerdict('createEvent', text, key?.mode ?? 'live')
  const isJson = readJson(text).error === undefined
  const request: ActRequest = {
    method: 'POST',
    path: '/v1/events',
    options: {
      key: key?.key ?? '',
      text,
      headers: idempotencyKey === '' ? {} : { 'Idempotency-Key': idempotencyKey },
    },
  }
  // The last event sent is old once another session is shown.
  useEffect(() => setSent(undefined), [control, place.session.value])

  return (
    <>
      <Start onChoose={({ text: chosenText }) => setText(chosenText)} />
      <Form<{ id: string; type: string }>
        label="Send event"
        submit="Send event"
        request={request}
        said="The event is created."
        disabled={!isJson || key === undefined}
        onDone={setSent}
      >
        <JsonEditor label="Body" name="body" value={text} onInput={setText}>
          <VerdictNote verdict={verdict} />
        </JsonEditor>
        <SelectField
          label="Key"
          name="Authorization"
          value={key?.id ?? ''}
          onInput={setChosen}
          choices={keys.map(({ id, name, key: secret, mode }) => [id, `${name || secret} (${mode})`])}
        />
        <TextField
          label="Idempotency-Key"
          name="Idempotency-Key"
          value={idempotencyKey}
          onInput={setIdempotencyKey}
          hint="Sent twice within 24 hours, it yields one event. Empty: none."
        />
        <Button tone="quiet" onClick={() => setIdempotencyKey(crypto.randomUUID())}>
          New idempotency key
        </Button>
      </Form>
      {sent && (
        <p class="result" role="status">
          <Visible text={`${sent.type} ${sent.id}`} />
          <Button tone="quiet" onClick={() => openEvent(app, sent.id)}>
            Open
          </Button>
        </p>
      )}
    </>
  )
}

/** Chooses a body to begin with. */
function Start({ onChoose }: { onChoose: (starter: Starter) => void }) {
  const { examples, recent } = useStarters()
  const all = [...examples, ...recent]
  return (
    <div class="field">
      <label for="starter">Begin with</label>
      <select
        id="starter"
        onInput={({ currentTarget }) => {
          const starter = all.find(({ id }) => id === currentTarget.value)
          if (starter) onChoose(starter)
          currentTarget.value = ''
        }}
      >
        <option value="">an example or a recent event</option>
        {examples.length > 0 && <Choices label="Examples" starters={examples} />}
        {recent.length > 0 && <Choices label="Recent events" starters={recent} />}
      </select>
    </div>
  )
}

function Choices({ label, starters }: { label: string; starters: readonly Starter[] }) {
  return (
    <optgroup label={label}>
      {starters.map(({ id, label: words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </optgroup>
  )
}
