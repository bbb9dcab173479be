import { useState } from 'preact/hooks'
import type { DeliveryAttempt } from '../../deliveries/attempt'
import { useApp } from '../frame/app'
import type { ClockReading } from '../frame/mock-clock'
import { openEvent } from '../list/cursor'
import { timeOfDay } from '../text/times'
import { Button } from '../ui/button'
import { Chip, toneOfStatus, Visible } from '../ui/text'
import { ActButton, ActForm } from './form/act'
import { SelectField, TextField } from './form/fields'

const steps: readonly (readonly [text: string, by: Readonly<Record<string, number>>])[] = [
  ['+5 s', { seconds: 5 }],
  ['+5 min', { minutes: 5 }],
  ['+1 h', { hours: 1 }],
  ['+24 h', { hours: 24 }],
]
const units = ['milliseconds', 'seconds', 'minutes', 'hours', 'days']

const advance = (body: object) => ({ method: 'POST', path: '/__mock/clock/advance', body })

/** Stops, starts and moves the clock of the mock, and shows what fell due on the way. */
export function ClockPanel() {
  const { clock } = useApp()
  const [fired, setFired] = useState<AdvanceResult>()
  const [amount, setAmount] = useState('30')
  const [unit, setUnit] = useState('minutes')
  const isFrozen = clock.frozen.value

  function show(result: AdvanceResult) {
    clock.show(result)
    setFired(result)
  }

  return (
    <>
      <div class="buttons">
        <ActButton<ClockReading>
          text={isFrozen ? 'Resume' : 'Freeze'}
          label={isFrozen ? 'Resume the clock' : 'Freeze the clock'}
          request={{ method: 'POST', path: `/__mock/clock/${isFrozen ? 'resume' : 'freeze'}` }}
          said={isFrozen ? 'The clock runs.' : 'The clock stands still.'}
          onDone={(reading) => clock.show(reading)}
        />
        {steps.map(([text, by]) => (
          <ActButton<AdvanceResult>
            key={text}
            text={text}
            label={`${text}: advance the clock`}
            request={advance(by)}
            said="The clock is moved."
            onDone={show}
          />
        ))}
      </div>
      <ActForm<AdvanceResult>
        label="Advance"
        submit="Advance"
        request={advance({ [unit]: amount.trim() === '' ? amount : Number(amount) })}
        said="The clock is moved."
        onDone={show}
      >
        <div class="field-grid">
          <TextField label="By" name={unit} value={amount} onInput={setAmount} inputMode="decimal" />
          <SelectField label="Unit" name="unit" value={unit} onInput={setUnit} choices={units} />
        </div>
      </ActForm>
      {fired && <Fired result={fired} />}
    </>
  )
}

/** The answer of an advance. */
interface AdvanceResult extends ClockReading {
  /** How many timers fell due. */
  fellDue: number
  delivered: number
  deliveries: DeliveryAttempt[]
  /** How many things under way the advance did not wait for. */
  notAwaited: number
}

// An advance over days can fire thousands. The list of events has them all.
const mostShown = 50

/** The report of what an advance of the clock fired. */
function Fired({ result }: { result: AdvanceResult }) {
  const app = useApp()
  const { deliveries } = result
  const shown = deliveries.slice(0, mostShown)
  return (
    <section class="result" aria-label="What fell due">
      <p role="status">{wordsOf(result)}</p>
      <ul class="listing">
        {shown.map(({ deliveryId, attempt, at, eventType, eventId, url, status, error }) => (
          <li key={`${deliveryId} ${attempt}`} class="fired">
            <Chip tone={toneOfStatus(status)} text={String(status ?? 'no answer')} />
            <Button
              tone="quiet"
              label={`${eventType}: open ${eventId}`}
              onClick={() => openEvent(app, eventId)}
            >
              <Visible text={eventType} />
            </Button>
            <span class="faint when">{timeOfDay(at)}</span>
            <span class="faint about">
              <Visible text={`attempt ${attempt} to ${url}${error ? `: ${error}` : ''}`} />
            </span>
          </li>
        ))}
      </ul>
      {deliveries.length > mostShown && (
        <p class="faint">{deliveries.length - mostShown} more stand in the list.</p>
      )}
    </section>
  )
}

function wordsOf({ fellDue, delivered, deliveries, notAwaited }: AdvanceResult): string {
  const underWay = notAwaited > 0 ? `, ${notAwaited} still under way` : ''
  if (fellDue === 0) return `Nothing fell due${underWay}.`
  const attempts = deliveries.length === 1 ? '1 attempt' : `${deliveries.length} attempts`
  return `${fellDue} fell due, ${attempts} to deliver, ${delivered} of them delivered${underWay}.`
}
