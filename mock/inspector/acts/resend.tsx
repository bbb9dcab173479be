import { useApp } from '../frame/app'
import type { DeliveryOfRow, EventRow } from '../store/row'
import type { ControlCall } from '../transport/curl-line'
import { Button } from '../ui/button'
import { Visible } from '../ui/text'
import { ActButton, ActForm } from './form/act'
import { TextField, useDraft } from './form/fields'
import { JsonEditor } from './json-editor'

/** Sends one delivery again: as it was, to another URL, or with another body or other headers. */
export function Resend({ delivery }: { delivery: DeliveryOfRow }) {
  const { id, url } = delivery
  const [isEditing, setEditing] = useDraft(`edits ${id}`, false)
  return (
    <>
      <ActButton
        text="Resend"
        label={`Resend the delivery ${id} to ${url}`}
        request={{ method: 'POST', path: `/__mock/deliveries/${encodeURIComponent(id)}/resend`, body: {} }}
        said="The delivery is sent again."
      />
      <ToReceiver
        text="Send to a URL"
        label={`Send to a URL: the delivery ${id}`}
        request={(to) => ({ method: 'POST', path: '/__mock/deliveries', body: { url: to, delivery: id } })}
        field="url"
        question="Send it there once? It is signed as for its webhook, whose own deliveries go on."
        said="The delivery is sent there."
      />
      <Button
        label={`Edit and resend the delivery ${id}`}
        pressed={isEditing}
        onClick={() => setEditing(!isEditing)}
      >
        Edit and resend
      </Button>
      {isEditing && (
        <div class="edited-resend">
          <EditedResend delivery={delivery} />
        </div>
      )}
    </>
  )
}

/** The properties of {@link ToReceiver}. */
interface ToReceiverProps extends Record<'text' | 'label' | 'question' | 'said', string> {
  request: (to: string) => ControlCall
  /** The name of the URL in the route's body. */
  field: string
}

/** An act that leads deliveries to the reader's own receiver, whose URL is asked for once. */
export function ToReceiver({ request, field, ...words }: ToReceiverProps) {
  const { receiver } = useApp()
  const { value } = receiver
  return (
    <ActButton {...words} request={request(value)} destroys={false}>
      <TextField
        label="URL of your receiver"
        name={field}
        inputMode="url"
        value={value}
        onInput={(typed) => (receiver.value = typed)}
      />
    </ActButton>
  )
}

/** Sends the failed deliveries of one event again. Draws nothing where none failed. */
export function RedeliverEvent({ row }: { row: EventRow }) {
  if (!row.attempts.some(({ outcome }) => outcome !== 'delivered')) return null
  return (
    <ActButton
      text="Redeliver failed"
      label={`Redeliver failed of ${row.id}`}
      request={{ method: 'POST', path: '/__mock/deliveries/redeliver', body: { event: row.id } }}
      said="Failed deliveries are sent again."
    />
  )
}

/** Sends a delivery once more with another body or other headers. The mock signs what is sent, so the receiver accepts it. */
function EditedResend({ delivery: { id, last } }: { delivery: DeliveryOfRow }) {
  const [body, setBody] = useDraft(`body ${id}`, last.body)
  const [headers, setHeaders] = useDraft(`headers ${id}`, headersText(last.headers))
  const { found, problem } = headersIn(headers)
  const request = {
    method: 'POST',
    path: `/__mock/deliveries/${encodeURIComponent(id)}/resend`,
    body: { body: body === last.body ? undefined : body, headers: changedHeaders(last.headers, found) },
  }
  return (
    <ActForm
      label={`Edit and resend ${id}`}
      submit="Resend edited"
      request={request}
      said="The edited delivery is sent."
      disabled={problem !== undefined}
    >
      <JsonEditor label="Body to send" name="body" value={body} onInput={setBody}>
        <p class="hint">
          The signature is made anew. A receiver should refuse what is no JSON: send it, too.
        </p>
      </JsonEditor>
      <div class="field">
        <label for={`headers-${id}`}>Headers to send</label>
        <textarea
          id={`headers-${id}`}
          name="headers"
          rows={5}
          spellcheck={false}
          value={headers}
          onInput={(event) => setHeaders(event.currentTarget.value)}
        />
        <span class={problem === undefined ? 'hint' : 'problem'} role="status">
          <Visible
            text={
              problem ??
              'One a line. A line that is removed is not sent. Those of the signature are made anew unless changed.'
            }
          />
        </span>
      </div>
    </ActForm>
  )
}

/** Headers as lines: `name: value`. */
export function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Reads headers from lines. A line that is none is a problem, which is told in a sentence. */
export function headersIn(text: string): { found: Record<string, string>; problem?: string } {
  const found: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t\r]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      return { found, problem: `Line ${index + 1} is no header. Write it as name: value.` }
    }
    found[name.toLowerCase()] = value
  }
  return { found }
}

/** The headers that differ: those with another value or a new name, and `null` for those that are to be left out. */
export function changedHeaders(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string | null> | undefined {
  const earlier = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]))
  const changes: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(after)) if (earlier.get(name) !== value) changes[name] = value
  for (const name of earlier.keys()) if (!Object.hasOwn(after, name)) changes[name] = null
  return Object.keys(changes).length === 0 ? undefined : changes
}
