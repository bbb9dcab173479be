import { useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import type { ClockReading } from '../../frame/mock-clock'
import { ActButton } from '../form/act-button'
import { SelectField, TextField } from '../form/field'
import { Form } from '../form/form'
import { Fired, type AdvanceResult } from './fired'

const steps: readonly (readonly [text: string, by: Readonly<Record<string, number>>])[] = [
  ['+5 s', { seconds: 5 }],
  ['+5 min', { minutes: 5 }],
  ['+1 h', { hours: 1 }],
  ['+24 h', { hours: 24 }],
]
const units = ['milliseconds', 'seconds', 'minutes', 'hours', 'days']

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
            request={{ method: 'POST', path: '/__mock/clock/advance', body: by }}
            said="The clock is moved."
            onDone={show}
          />
        ))}
      </div>
      <Form<AdvanceResult>
        label="Advance"
        submit="Advance"
        request={{
          method: 'POST',
          path: '/__mock/clock/advance',
          body: { [unit]: amount.trim() === '' ? amount : Number(amount) },
        }}
        said="The clock is moved."
        onDone={show}
      >
        <div class="field-grid">
          <TextField label="By" name={unit} value={amount} onInput={setAmount} inputMode="decimal" />
          <SelectField
            label="Unit"
            name="unit"
            value={unit}
            onInput={setUnit}
            choices={units.map((one) => [one, one])}
          />
        </div>
      </Form>
      {fired && <Fired result={fired} />}
    </>
  )
}
