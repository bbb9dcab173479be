import { retryDelays, retryHorizon } from '../../deliveries/schedule'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import { ActButton } from '../acts/form/act'
import { useApp } from '../frame/app'
import { duration } from '../text/times'

// Heights in CSS pixels. Widths are parts of the whole, so that letters and marks have one size however wide the drawing is.
const height = 46
const y = 26

/** The attempts of a delivery, to scale. */
export function Timeline({ attempts }: { attempts: readonly DeliveryEntry[] }) {
  const { clock } = useApp()
  const marks = marksOf(attempts, retryDelays)
  const begin = Date.parse(attempts[0]?.at ?? '')
  const now = clock.now.value
  const elapsed = now === undefined ? undefined : now - begin
  // Longer where a receiver asked for longer waits than the schedule has.
  const length = Math.max(retryHorizon, ...marks.map(({ after }) => after))
  const x = (after: number) => `${((100 * after) / length).toFixed(3)}%`
  const labels = labelsOf(
    marks.map(({ attempt, after }) => ({ attempt, at: after / length })),
    0.045,
  )
  return (
    <svg class="timeline" height={height} role="img" aria-label={descriptionOf(marks, elapsed)}>
      <line class="axis" x1="0" x2="100%" y1={y} y2={y} />
      {elapsed !== undefined && elapsed >= 0 && (
        <line class="elapsed" x1="0" x2={x(Math.min(elapsed, length))} y1={y} y2={y} />
      )}
      {elapsed !== undefined && elapsed >= 0 && elapsed <= length && (
        <line class="now" x1={x(elapsed)} x2={x(elapsed)} y1={y - 9} y2={y + 9} />
      )}
      {marks.map(({ attempt, after, state }) => (
        <circle
          key={attempt}
          class={`mark ${state}`}
          cx={x(after)}
          cy={y}
          r={state === 'planned' ? 3.5 : 4.5}
        >
          <title>{`Attempt ${attempt}: ${state}, ${duration(after)} after the first`}</title>
        </circle>
      ))}
      {labels.map(({ text, at }) => (
        <text key={text} class="mark-label" x={x(at * length)} y={y - 10}>
          {text}
        </text>
      ))}
      <text class="axis-label" x="100%" y={y + 15}>
        {duration(length)}
      </text>
    </svg>
  )
}

/** The timeline in words, for those who do not see the drawing. */
function descriptionOf(marks: readonly Mark[], elapsed: number | undefined): string {
  const made = marks.filter(({ state }) => state !== 'due' && state !== 'planned')
  const due = marks.find(({ state }) => state === 'due')
  const said = `${made.length} of ${retryDelays.length} attempts made, the last one ${made.at(-1)?.state ?? ''}`
  if (!due || elapsed === undefined) return `${said}.`
  // A minute is as exact as a description needs to be; the countdown beside the drawing has the seconds.
  const minutes = Math.max(0, Math.ceil((due.after - elapsed) / 60_000))
  return `${said}; attempt ${due.attempt} is due in ${minutes} min.`
}

/** An attempt on the timeline of a delivery: made, due, or planned in case that each before it fails. */
interface Mark {
  /** Number of the attempt, from 1. */
  attempt: number
  /** Milliseconds since the first attempt. */
  after: number
  state: 'delivered' | 'failed' | 'abandoned' | 'due' | 'planned'
}

/** The facts of an attempt that the timeline needs. */
export type MadeAttempt = Pick<DeliveryEntry, 'attempt' | 'at' | 'outcome' | 'next' | 'resent'>

/**
 * The attempts of a delivery, those that were made at their times and those that may follow at the earliest times of the schedule.
 * `delays` are the milliseconds from each failure to the next attempt, the first of them 0.
 *
 * @example
 * marksOf([{ attempt: 1, at: '2026-11-21T03:00:00Z', outcome: 'delivered' }], [0, 5_000])
 * // [{ attempt: 1, after: 0, state: 'delivered' }]
 */
export function marksOf(attempts: readonly MadeAttempt[], delays: readonly number[]): Mark[] {
  const [first] = attempts
  if (!first) return []
  const begin = Date.parse(first.at) - delays.slice(0, first.attempt).reduce((sum, delay) => sum + delay, 0)
  const marks: Mark[] = attempts.map(({ attempt, at, outcome }) => ({
    attempt,
    after: Math.max(0, Date.parse(at) - begin),
    state: outcome,
  }))
  // An attempt by hand leaves the schedule as it is.
  const scheduled = attempts.filter(({ resent }) => !resent).at(-1)
  if (scheduled?.outcome !== 'failed' || scheduled.next === undefined) return marks
  let after = Math.max(0, Date.parse(scheduled.next) - begin)
  for (let attempt = scheduled.attempt + 1; attempt <= delays.length; attempt++) {
    if (attempt > scheduled.attempt + 1) after += delays[attempt - 1] ?? 0
    marks.push({ attempt, after, state: attempt === scheduled.attempt + 1 ? 'due' : 'planned' })
  }
  return marks
}

/** Marks that stand so close that one label names them: `1–3`. */
interface Label {
  text: string
  /** Part of the whole length, from 0 to 1. */
  at: number
}

/** Labels for these marks, of which neighbours closer than `apart` share one. */
export function labelsOf(marks: readonly { attempt: number; at: number }[], apart: number): Label[] {
  const groups: { attempt: number; at: number }[][] = []
  for (const mark of marks) {
    const group = groups.at(-1)
    if (group && mark.at - (group[0] as { at: number }).at < apart) group.push(mark)
    else groups.push([mark])
  }
  return groups.map((group) => {
    const [first] = group
    const last = group.at(-1)
    const text = first === last ? `${first?.attempt}` : `${first?.attempt}–${last?.attempt}`
    return { text, at: ((first?.at ?? 0) + (last?.at ?? 0)) / 2 }
  })
}

/** The time until an attempt, by the clock of the mock. `isShort` leaves out that the clock stands still. */
export function Countdown({ to, attempt, isShort }: { to: string; attempt: number; isShort?: boolean }) {
  const { clock } = useApp()
  const now = clock.now.value
  if (now === undefined) return null
  const left = Date.parse(to) - now
  return (
    <span class="countdown">
      attempt {attempt} {left > 0 ? `in ${duration(Math.ceil(left / 1_000) * 1_000)}` : 'is due'}
      {clock.frozen.value && left > 0 && !isShort && <span class="faint">, the clock is frozen</span>}
    </span>
  )
}

/** Makes one attempt now, for this delivery alone. */
export function RetryNow({ delivery, isOver = false }: { delivery: string; isOver?: boolean }) {
  return (
    <ActButton
      text={isOver ? 'Send once more' : 'Retry now'}
      request={{
        method: 'POST',
        path: `/__mock/deliveries/${encodeURIComponent(delivery)}/attempt`,
        body: {},
      }}
      said="The attempt is made now."
    />
  )
}
