import { SelectField } from './field'

/** The mode of a key or a webhook. */
export type Mode = 'live' | 'test'

/** The choice between live and test, in the words of what becomes of events. */
export function ModeField({ value, onInput }: { value: Mode; onInput: (mode: Mode) => void }) {
  return (
    <SelectField
      label="Mode"
      name="mode"
      value={value}
      onInput={(chosen) => onInput(chosen as Mode)}
      choices={[
        ['live', 'live: events are delivered'],
        ['test', 'test: nothing is delivered'],
      ]}
    />
  )
}
