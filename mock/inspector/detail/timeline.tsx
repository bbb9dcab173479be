import { retryDelays, retryHorizon } from '../../deliveries/schedule'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import { useApp } from '../frame/app-context'
import { duration } from '../text/times'
import { labelsOf, marksOf, type Mark } from './schedule-marks'

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

/** The same in words, for those who do not see the drawing. */
function descriptionOf(marks: readonly Mark[], elapsed: number | undefined): string {
  const made = marks.filter(({ state }) => state !== 'due' && state !== 'planned')
  const due = marks.find(({ state }) => state === 'due')
  const said = `${made.length} of ${retryDelays.length} attempts made, the last one ${made.at(-1)?.state ?? ''}`
  if (!due || elapsed === undefined) return `${said}.`
  // A minute is as exact as a description needs to be; the countdown beside the drawing has the seconds.
  const minutes = Math.max(0, Math.ceil((due.after - elapsed) / 60_000))
  return `${said}; attempt ${due.attempt} is due in ${minutes} min.`
}
