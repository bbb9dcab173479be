import { useState } from 'preact/hooks'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import { attemptActs } from '../acts/slots'
import { faultInWords } from '../text/fault-words'
import { duration as durationOf, readable, timeOfDay } from '../text/times'
import { Chip, toneOfStatus } from '../ui/chip'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'
import { Visible } from '../ui/visible'
import { SignatureDetail } from './signature-detail'

/** An attempt: a line, and all of it once it is opened. */
export function AttemptDetail({ attempt }: { attempt: DeliveryEntry }) {
  const { attempt: count, at, duration, status, error, fault } = attempt
  const [isOpen, setOpen] = useState(false)
  const notes = [attempt.resent && 'by hand', fault && faultInWords(fault), error].filter(Boolean).join(' · ')
  return (
    <details
      class="attempt"
      data-attempt={attempt.number}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="count">Attempt {count}</span>
        <Chip tone={toneOfStatus(status)} text={status === undefined ? 'no answer' : String(status)} />
        <span class="faint note">
          <Visible text={notes} />
        </span>
        <span class="faint when">
          {timeOfDay(at)} · {durationOf(duration)}
        </span>
      </summary>
      {isOpen && <OpenAttempt attempt={attempt} />}
    </details>
  )
}

function OpenAttempt({ attempt }: { attempt: DeliveryEntry }) {
  const { at, duration, headers, body, answer, error, next } = attempt
  return (
    <div class="attempt-content">
      <div class="acts">
        {attemptActs.map((Act, place) => (
          <Act key={place} attempt={attempt} />
        ))}
      </div>
      <div class="sides">
        <section>
          <h4>Sent</h4>
          <HeaderTable headers={headers} />
          <Payload title="Body" text={body} />
        </section>
        <section>
          <h4>{answer ? `Answer ${answer.status}` : 'No answer'}</h4>
          {answer ? <HeaderTable headers={answer.headers} /> : <Reason text={error} />}
          {answer && <Payload title="Answer" text={answer.body} />}
        </section>
      </div>
      <SignatureDetail number={attempt.number} />
      <p class="faint">
        Sent {readable(at)} UTC, over after {durationOf(duration)}
        {next === undefined
          ? ', no attempt follows by the schedule.'
          : `, the next attempt at ${readable(next)} UTC.`}
      </p>
    </div>
  )
}

function Reason({ text = 'The receiver did not answer.' }: { text?: string }) {
  return (
    <p class="problem">
      <Visible text={text} />
    </p>
  )
}
