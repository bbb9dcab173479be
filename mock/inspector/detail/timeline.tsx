import { retryDelays, retryHorizon } from '../../deliveries/schedule'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import { useApp } from '../frame/app-context'
import { duration } from '../text/times'
import { labelsOf, marksOf, type Mark } from './schedule-marks'

// Heights in CSS pixels. Widths are parts of the whole, so that letters and marks have one size however wide the drawing is.
const height = 104
const nearY = 26
const farY = 84

/** The attempts of a delivery, to scale: all of them, and above that the first ones enlarged, which are close together. */
export function Timeline({ attempts }: { attempts: readonly DeliveryEntry[] }) {
  const { clock } = useApp()
  const marks = marksOf(attempts, retryDelays)
  const begin = Date.parse(attempts[0]?.at ?? '')
  const now = clock.now.value
  const elapsed = now === undefined ? undefined : now - begin
  // Longer where a receiver asked for longer waits than the schedule has.
  const whole = Math.max(retryHorizon, ...marks.map(({ after }) => after))
  const near = sum(retryDelays.slice(0, 4)) * 1.08
  return (
    <svg class="timeline" height={height} role="img" aria-label={descriptionOf(marks, elapsed)}>
      <svg
        y={nearY}
        width="100%"
        height={farY - nearY}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        class="lens"
      >
        <path d={`M0 0 H100 L${(100 * near) / whole} 100 H0 Z`} />
      </svg>
      <Axis marks={marks} length={near} y={nearY} elapsed={elapsed} />
      <Axis marks={marks} length={whole} y={farY} elapsed={elapsed} />
    </svg>
  )
}

function Axis({
  marks,
  length,
  y,
  elapsed,
}: {
  marks: readonly Mark[]
  length: number
  y: number
  elapsed?: number
}) {
  const x = (after: number) => `${((100 * after) / length).toFixed(3)}%`
  const within = marks.filter(({ after }) => after <= length)
  const labels = labelsOf(
    within.map(({ attempt, after }) => ({ attempt, at: after / length })),
    0.045,
  )
  return (
    <g>
      <line class="axis" x1="0" x2="100%" y1={y} y2={y} />
      {elapsed !== undefined && elapsed >= 0 && (
        <line class="elapsed" x1="0" x2={x(Math.min(elapsed, length))} y1={y} y2={y} />
      )}
      {elapsed !== undefined && elapsed >= 0 && elapsed <= length && (
        <line class="now" x1={x(elapsed)} x2={x(elapsed)} y1={y - 9} y2={y + 9} />
      )}
      {within.map(({ attempt, after, state }) => (
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
    </g>
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
