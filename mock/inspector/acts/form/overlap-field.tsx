import { SelectField } from './field'

/** The seconds for which an old key or secret goes on to work, as the rotation wants them, unless somebody chooses others. */
export const usualOverlap = '86400'

/** The choice of how long a key or a secret works on beside the one that takes its place, by the clock of the mock. */
export function OverlapField({
  label,
  value,
  onInput,
}: {
  label: string
  value: string
  onInput: (seconds: string) => void
}) {
  return (
    <SelectField
      label={label}
      name="overlap"
      value={value}
      onInput={onInput}
      choices={[
        ['0', 'no time'],
        ['3600', 'an hour'],
        ['86400', 'a day'],
        ['604800', 'a week'],
      ]}
    />
  )
}
