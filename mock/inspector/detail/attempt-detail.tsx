import type { DeliveryEntry } from '../../journal/delivery-entry'
import { attemptActs } from '../acts/slots'
import { timeOfDay } from '../text/times'
import { Chip, toneOfStatus } from '../ui/chip'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'

/** One attempt: what was sent, and what the receiver answered. */
export function AttemptDetail({ attempt }: { attempt: DeliveryEntry }) {
  const { attempt: count, at, duration, status, error, headers, body, answer } = attempt
  return (
    <details class="attempt">
      <summary>
        Attempt {count} <Chip tone={toneOfStatus(status)} text={String(status ?? error)} /> {timeOfDay(at)} ·{' '}
        {duration} ms
      </summary>
      <div class="acts">
        {attemptActs.map((Act) => (
          <Act attempt={attempt} />
        ))}
      </div>
      <HeaderTable headers={headers} />
      <Payload title="Body that was sent" text={body} />
      {answer && <HeaderTable headers={answer.headers} />}
      {answer && <Payload title="Answer of the receiver" text={answer.body} />}
    </details>
  )
}
