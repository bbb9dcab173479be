import { useAct } from '../acts/form/act'
import { faultTitle } from '../text/fault-words'
import { duration } from '../text/times'
import type { ControlCall } from '../transport/curl-line'
import { Button } from '../ui/button'
import { Trouble, Visible } from '../ui/text'
import type { MockClock } from './mock-clock'
import { type Forces, useApp } from './app'

/** One thing that is in force, in words, the panel that tells more, and the requests that end it where no data is lost by that. */
interface Force {
  words: string
  panel: string
  name?: string
  ends?: ControlCall[]
}

/** What makes the mock behave otherwise than one that was just started, in one line. Nothing where nothing does. */
export function InForce() {
  const { clock, control, page, forces: known } = useApp()
  const { run, failure } = useAct()
  const forces = [...forcesOf(known.value), ...clockForces(clock)]
  const ended = forces.filter(({ ends }) => ends)
  if (forces.length === 0) return null

  const end = (some: readonly Force[]) =>
    void run(async () => {
      for (const call of some.flatMap(({ ends = [] }) => ends)) await control.call(call)
    }, 'It is in force no longer.')

  return (
    <section class="in-force" aria-label="In force">
      <span class="faint">In force</span>
      {forces.map((force) => (
        <span class="force" key={force.words}>
          <button type="button" onClick={() => (page.panel.value = force.panel)}>
            <Visible text={force.words} />
          </button>
          {force.ends && (
            <button type="button" aria-label={force.name} title={force.name} onClick={() => end([force])}>
              ✕
            </button>
          )}
        </span>
      ))}
      {ended.length > 1 && (
        <Button tone="quiet" onClick={() => end(ended)}>
          Clear all
        </Button>
      )}
      <Trouble error={failure} />
    </section>
  )
}

function forcesOf({ faults = [], forwards = [], dialect = [], rate }: Partial<Forces> = {}): Force[] {
  const forces: Force[] = forwards.map(({ id, from, to }) => ({
    words: `${from} → ${to}`,
    panel: 'forwards',
    name: `End the forward of ${from}`,
    ends: [{ method: 'DELETE', path: `/__mock/forwards/${id}` }],
  }))
  const [fault] = faults
  if (fault) {
    const words = faults.length === 1 ? faultTitle(fault) : `${faults.length} faults`
    const ends = [{ method: 'DELETE', path: '/__mock/faults' }]
    forces.unshift({ words, panel: 'faults', name: `End ${words}`, ends })
  }
  const fields = dialect.length === 1 ? '1 field' : `${dialect.length} fields`
  if (dialect.length > 0) forces.push({ words: `${fields} of the dialect`, panel: 'dialect' })
  if (rate !== undefined) forces.push({ words: `at most ${rate} requests/s`, panel: 'dialect' })
  return forces
}

// Milliseconds. It takes some time to read a clock.
const unnoticed = 2_000

/** The clock, where it stands still or has been moved. */
function clockForces({ ahead: { value: ahead }, frozen: { value: isFrozen } }: MockClock): Force[] {
  const isMoved = Math.abs(ahead) >= unnoticed
  if (!isFrozen && !isMoved) return []
  const distance = isMoved && `${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`
  const resume = isFrozen ? [{ method: 'POST', path: '/__mock/clock/resume' }] : []
  return [
    {
      words: `clock ${[isFrozen && 'frozen', distance].filter(Boolean).join(', ')}`,
      panel: 'clock',
      name: 'Take the clock to the real time',
      ends: [...resume, { method: 'POST', path: '/__mock/clock/now' }],
    },
  ]
}
