import { useState } from 'preact/hooks'
import type { DeliveryOfRow } from '../../store/row'
import { JsonEditor } from '../editor/json-editor'
import { Form } from '../form/form'
import { headersIn, headersText, changedHeaders } from './edited-headers'
import { Visible } from '../../ui/visible'

/** Sends a delivery once more with another body or other headers. The mock signs what is sent, so the receiver accepts it. */
export function EditedResend({ delivery: { id, last } }: { delivery: DeliveryOfRow }) {
  const [body, setBody] = useState(last.body)
  const [headers, setHeaders] = useState(headersText(last.headers))
  const { found, problem } = headersIn(headers)
  const request = {
    method: 'POST',
    path: `/__mock/deliveries/${encodeURIComponent(id)}/resend`,
    body: {
      body: body === last.body ? undefined : body,
      headers: changedHeaders(last.headers, found),
    },
  }
  return (
    <Form
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
    </Form>
  )
}
