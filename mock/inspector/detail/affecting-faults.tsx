import { ActButton } from '../acts/form/act'
import { useApp } from '../frame/app'
import { faultTitle } from '../text/fault-words'
import { Visible } from '../ui/text'

/** The faults that affected a request or an attempt: the kind of each, how often it will be applied again, and the button that removes it. */
export function AffectingFaults({ cause }: { cause: string | undefined }) {
  const ids = [...(cause ?? '').matchAll(/\bfault_\d+(?=; kind=)/g)].map(([id]) => id)
  return ids.length === 0 ? null : (
    <ul class="affecting-faults">
      {ids.map((id) => (
        <AffectingFault key={id} id={id} />
      ))}
    </ul>
  )
}

function AffectingFault({ id }: { id: string }) {
  const forces = useApp().forces.value
  if (!forces) return null
  const fault = forces.faults.find((one) => one.id === id)
  const { times, hits = 0, probability = 1 } = fault ?? {}
  const left = times === undefined ? '' : times - hits === 1 ? ' once more' : ` ${times - hits} more times`
  const chance = probability < 1 ? `with the probability ${probability}` : 'each time'
  return (
    <li>
      <Visible
        text={
          fault
            ? `Affected by ${id}: ${faultTitle(fault)}, applied${left || ` ${chance}`}${left && probability < 1 ? `, ${chance}` : ''}.`
            : `Affected by ${id}, which is no longer in force.`
        }
      />
      {fault && (
        <ActButton
          text="Remove it"
          label={`Remove it: ${id}`}
          request={{ method: 'DELETE', path: `/__mock/faults/${id}` }}
          said="The fault is removed."
        />
      )}
    </li>
  )
}
