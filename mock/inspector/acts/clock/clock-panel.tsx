import { useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import type { ClockReading } from '../../frame/mock-clock'
import { Button } from '../../ui/button'

const steps = [
  { label: '+5 s', by: { seconds: 5 } },
  { label: '+5 min', by: { minutes: 5 } },
  { label: '+1 h', by: { hours: 1 } },
  { label: '+24 h', by: { hours: 24 } },
]

/** Freezes and moves the clock of the mock. */
export function ClockPanel() {
  const { control, clock } = useApp()
  const [problem, setProblem] = useState('')
  async function move(path: string, body?: object) {
    try {
      clock.show(await control.call<ClockReading>('POST', path, body))
      setProblem('')
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <>
      <div class="buttons">
        {steps.map(({ label, by }) => (
          <Button onClick={() => void move('/__mock/clock/advance', by)}>{label}</Button>
        ))}
        <Button
          onClick={() => void move(clock.frozen.value ? '/__mock/clock/resume' : '/__mock/clock/freeze')}
        >
          {clock.frozen.value ? 'Resume' : 'Freeze'}
        </Button>
      </div>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
