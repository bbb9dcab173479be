import { useEffect, useState } from 'preact/hooks'
import { readJson } from '../../http/json/read-json'
import type { StoredKey } from '../../store/records'
import { useApp } from '../frame/app'
import { useList } from '../frame/use-resource'
import { openEvent } from '../list/cursor'
import type { StoredEvent } from '../store/row'
import type { ControlCall } from '../transport/curl-line'
import { Button } from '../ui/button'
import { type Explanation, Grounds } from '../ui/grounds'
import { Visible } from '../ui/text'
import { ActForm } from './form/act'
import { SelectField, TextField, useDraft } from './form/fields'
import { JsonEditor } from './json-editor'

const firstText = '{\n  "type": "order.paid",\n  "data": { "order": 1042 }\n}'

/** Sends an event as a client does, with a key and an idempotency key of one's choice. */
export function SendPanel() {
  const app = useApp()
  const { page, control } = app
  const { items: keys = [] } = useList<StoredKey>('/__mock/keys')
  const [text, setText] = useDraft('send', firstText)
  const [chosen, setChosen] = useDraft('send with', '')
  const [idempotencyKey, setIdempotencyKey] = useDraft('send once', '')
  const [sent, setSent] = useState<{ id: string; type: string }>()
  const key = keys.find(({ id }) => id === chosen) ?? keys[0]
  const verdict = useVerdict(text, key?.mode ?? 'live')
  const isJson = readJson(text).error === undefined
  const request: ControlCall = {
    method: 'POST',
    path: '/v1/events',
    key: key?.key ?? '',
    text,
    headers: idempotencyKey === '' ? {} : { 'Idempotency-Key': idempotencyKey },
  }
  // The last event sent is old once another session is shown.
  useEffect(() => setSent(undefined), [control, page.session.value])

  return (
    <>
      <Start onChoose={setText} />
      <ActForm<{ id: string; type: string }>
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
        {/* A page over http has no crypto.randomUUID. */}
        <Button
          tone="quiet"
          onClick={() => setIdempotencyKey(crypto.getRandomValues(new Uint32Array(4)).join('-'))}
        >
          New idempotency key
        </Button>
      </ActForm>
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
function Start({ onChoose }: { onChoose: (text: string) => void }) {
  const groups = useStarters().filter(({ starters }) => starters.length > 0)
  return (
    <div class="field">
      <label for="starter">Begin with</label>
      <select
        id="starter"
        onInput={({ currentTarget }) => {
          const all = groups.flatMap(({ starters }) => starters)
          const starter = all.find(({ id }) => id === currentTarget.value)
          if (starter) onChoose(starter.text)
          currentTarget.value = ''
        }}
      >
        <option value="">an example or a recent event</option>
        {groups.map(({ label, starters }) => (
          <optgroup key={label} label={label}>
            {starters.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

type Example = { name: string; summary?: string; body: unknown }

// Bytes of one form field that people still read.
const longestText = 65_536

/** The bodies to begin with, as JSON texts: the examples of the document, and the events that were created last. */
function useStarters() {
  const { items: examples = [] } = useList<Example>('/__mock/examples')
  const { items: recent = [] } = useList<Pick<StoredEvent, 'event'>>('/__mock/events?limit=20')
  const ofExamples = examples.map(({ name, summary, body }) => ({
    id: `example ${name}`,
    words: summary ?? name,
    text: JSON.stringify(body, null, 2),
  }))
  const ofEvents = recent.map(({ event: { id, type, data } }) => ({
    id: `event ${id}`,
    words: `${type} ${id}`,
    text: JSON.stringify({ type, data }, null, 2),
  }))
  return [
    { label: 'Examples', starters: ofExamples },
    { label: 'Recent events', starters: ofEvents.filter(({ text }) => text.length <= longestText) },
  ]
}

/** The mock's verdict on a body: `undefined` before it has judged the present one. */
type Verdict = { ok: true } | { ok: false; explanation: Explanation & { message: string; param?: string } }

// Milliseconds of real time after the last key.
const pause = 200

/**
 * Asks the mock whether it would create an event of a body, whenever the body has changed and is JSON. The mock creates nothing then. A body that the
 * mock cannot judge has no verdict.
 */
function useVerdict(text: string, mode: string): Verdict | undefined {
  const { control, page } = useApp()
  const [verdict, setVerdict] = useState<{ text: string; mode: string; verdict: Verdict }>()
  const session = page.session.value

  useEffect(() => {
    if (readJson(text).error) return
    let isCurrent = true
    const timer = setTimeout(() => {
      // The question is no act: it must neither stand in the status line nor refresh the lists.
      const asked = control.ask('/__mock/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ operation: 'createEvent', text, mode }),
      })
      asked
        .then(async (answer) => (answer.ok ? ((await answer.json()) as Verdict) : undefined))
        .then((found) => {
          if (isCurrent && found) setVerdict({ text, mode, verdict: found })
        })
        .catch(() => {})
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [control, text, mode, session])

  return verdict?.text === text && verdict.mode === mode ? verdict.verdict : undefined
}

/** The mock's verdict on a body that somebody is writing. */
function VerdictNote({ verdict }: { verdict: Verdict | undefined }) {
  if (!verdict) return null
  if (verdict.ok) return <p class="good-note">The mock would take it.</p>
  const { message, param, rule } = verdict.explanation
  return (
    <div class="verdict" data-rule={rule?.id} data-param={param}>
      <Visible as="p" class="problem" text={message} />
      <Grounds of={verdict.explanation} />
    </div>
  )
}
