import { useState } from 'preact/hooks'
import { useList } from '../frame/use-resource'
import { Visible } from '../ui/text'
import { ActForm } from './form/act'
import { given, TextField, useTexts } from './form/fields'

/** The report of sending failed deliveries again. */
interface Redelivery {
  sent: number
  skipped: { id: string; reason: string }[]
  left: number
}

/** Sends the deliveries that failed once more: all of them, or those of one webhook or one event. */
export function DeliveriesPanel() {
  const { texts, field } = useTexts('redeliver', { webhook: '', event: '', limit: '' })
  const [result, setResult] = useState<Redelivery>()
  const { items: webhooks = [] } = useList<{ id: string }>('/__mock/webhooks?limit=1000')
  const body = {
    webhook: given(texts.webhook),
    event: given(texts.event),
    limit: texts.limit === '' ? undefined : Number(texts.limit),
  }
  return (
    <>
      <p class="faint">
        Each delivery that has not come through gets one more attempt, ten a second, the one first that failed
        first.
      </p>
      <ActForm<Redelivery>
        label="Redeliver"
        submit="Redeliver all failed"
        request={{ method: 'POST', path: '/__mock/deliveries/redeliver', body }}
        said="Failed deliveries are sent again."
        onDone={setResult}
      >
        <TextField
          {...field('webhook')}
          label="Only of the webhook"
          list={webhooks.map(({ id }) => id)}
          hint="An id. Empty: all."
        />
        <TextField {...field('event')} label="Only of the event" hint="An id. Empty: all." />
        <TextField {...field('limit')} label="At most" inputMode="numeric" hint="1 to 1000. Empty: 100." />
      </ActForm>
      {result && <RedeliveryResult result={result} />}
    </>
  )
}

function RedeliveryResult({ result: { sent, skipped, left } }: { result: Redelivery }) {
  return (
    <div class="result" role="status">
      <p>
        {sent} sent again{left > 0 && `, ${left} left beyond the limit`}.
      </p>
      {skipped.length > 0 && (
        <ul>
          {skipped.map(({ id, reason }) => (
            <Visible as="li" key={id} text={`${id}: ${reason}`} />
          ))}
        </ul>
      )}
    </div>
  )
}
