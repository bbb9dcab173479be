import { useState } from 'preact/hooks'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import { CopyAttempt } from '../acts/copy'
import { Resend } from '../acts/resend'
import type { DeliveryOfRow } from '../store/row'
import { isFollowed, lastScheduled } from '../store/tally'
import { faultInWords } from '../text/fault-words'
import { duration as durationOf, inBothTimes, readable, timeOfDay } from '../text/times'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'
import { Chip, toneOfOutcome, toneOfStatus, Visible, VisibleUrl } from '../ui/text'
import { WhyRefused } from './refused'
import { Countdown, RetryNow, Timeline } from './schedule'
import { AffectingFaults } from './affecting-faults'
import { SignatureDetail } from './signature-detail'

/** The properties of a {@link DeliveryDetail}. */
interface DeliveryDetailProps {
  delivery: DeliveryOfRow
  isOpenAtFirst: boolean
}

/** A delivery of an event to one webhook: a line, and all of it once it is opened. */
export function DeliveryDetail({ delivery, isOpenAtFirst }: DeliveryDetailProps) {
  const { id, url, attempts, last } = delivery
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const made = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`
  const answer = last.status === undefined ? 'no answer' : String(last.status)
  const state = last.outcome === 'failed' ? 'retrying' : last.outcome
  return (
    <details
      class="card delivery"
      data-delivery={id}
      data-fails={last.outcome !== 'delivered'}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Chip tone={toneOfOutcome[last.outcome]} text={state} />
        <h3>
          <VisibleUrl url={url} />
        </h3>
        <span class="faint when">
          {made}, {answer}
        </span>
      </summary>
      {isOpen && <OpenDelivery delivery={delivery} />}
    </details>
  )
}

function OpenDelivery({ delivery }: { delivery: DeliveryOfRow }) {
  const { id, webhookId, attempts, last } = delivery
  const scheduled = lastScheduled(attempts)
  const pending = isFollowed(scheduled) ? scheduled : undefined
  return (
    <>
      <p class="faint ids">
        <span>
          {webhookId} · {id}
        </span>
        {last.forwardedTo !== undefined && (
          <span>
            → <Visible text={last.forwardedTo} />
          </span>
        )}
      </p>
      {(attempts.length > 1 || pending) && <Timeline attempts={attempts} />}
      <div class="acts">
        {pending && <Countdown to={pending.next} attempt={pending.attempt + 1} />}
        {pending && <RetryNow delivery={id} />}
        <Resend delivery={delivery} />
      </div>
      {attempts.map((attempt) => (
        <AttemptDetail key={attempt.number} attempt={attempt} />
      ))}
    </>
  )
}

/** An attempt: a line, and all of it once it is opened. */
function AttemptDetail({ attempt }: { attempt: DeliveryEntry }) {
  const { attempt: count, at, duration, status, error, fault } = attempt
  const [isOpen, setOpen] = useState(false)
  const notes = [attempt.resent && 'by hand', fault && faultInWords(fault), error].filter(Boolean).join(' · ')
  return (
    <details
      class="attempt"
      data-attempt={attempt.number}
      data-fails={attempt.outcome !== 'delivered'}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="count">Attempt {count}</span>
        <Chip tone={toneOfStatus(status)} text={status === undefined ? 'no answer' : String(status)} />
        <Visible as="span" class="faint note" text={notes} />
        <span class="faint when">
          {timeOfDay(at)} · {durationOf(duration)}
        </span>
      </summary>
      {isOpen && <OpenAttempt attempt={attempt} />}
    </details>
  )
}

function OpenAttempt({ attempt }: { attempt: DeliveryEntry }) {
  const { at, signedAt, duration, headers, body, answer, error, next, fault } = attempt
  return (
    <div class="attempt-content">
      <AffectingFaults cause={fault} />
      <div class="acts">
        <CopyAttempt attempt={attempt} />
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
      {String(attempt.status).startsWith('4') && <WhyRefused attempt={attempt} />}
      {signedAt !== undefined && (
        <p class="odd-note">
          Signed at {readable(signedAt)} UTC, the real time: it is {readable(at)} UTC by the clock of the
          mock. Receivers judge a signature by their own clocks.
        </p>
      )}
      <SignatureDetail number={attempt.number} />
      <p class="faint">
        Sent {inBothTimes(at)}, over after {durationOf(duration)}
        {next ? `, the next attempt at ${inBothTimes(next)}.` : ', no attempt follows by the schedule.'}
      </p>
    </div>
  )
}

function Reason({ text = 'The receiver did not answer.' }: { text?: string }) {
  return <Visible as="p" class="problem" text={text} />
}
