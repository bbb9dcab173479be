import type { ActiveFault } from '../../../faults/fault'
import { useResource } from '../../frame/use-resource'
import { Trouble } from '../../ui/trouble'
import { ActButton } from '../form/act-button'
import { Item, Listing } from '../form/listing'
import { NewFault } from './new-fault'

/** The faults in force, those that are spent, and a form for more. */
export function FaultsPanel() {
  const { data, error } = useResource<{ data: ActiveFault[]; spent: ActiveFault[] }>('/__mock/faults')
  const active = data?.data ?? []
  const spent = data?.spent ?? []
  return (
    <>
      <Listing
        label="Faults in force"
        empty="No fault is in force."
        items={data?.data.map((fault) => (
          <Item key={fault.id} title={titleOf(fault)} notes={notesOf(fault)}>
            <div class="acts">
              <ActButton
                text="Remove"
                label={`Remove ${fault.id}`}
                request={{ method: 'DELETE', path: `/__mock/faults/${fault.id}` }}
                said="The fault is removed."
              />
            </div>
          </Item>
        ))}
      />
      {active.length > 1 && (
        <ActButton
          text="Remove all"
          label="Remove all faults"
          request={{ method: 'DELETE', path: '/__mock/faults' }}
          question="Remove all faults? Their counts and draws are lost."
          said="All faults are removed."
        />
      )}
      <Trouble error={error} />
      {spent.length > 0 && (
        <>
          <h3>Spent</h3>
          <Listing
            label="Spent faults"
            empty=""
            items={spent.map((fault) => (
              <Item key={fault.id} title={titleOf(fault)} notes={notesOf(fault)} />
            ))}
          />
        </>
      )}
      <h3>New fault</h3>
      <NewFault />
    </>
  )
}

function titleOf({ kind, status, latency }: ActiveFault): string {
  return [kind, status, latency === undefined ? undefined : `${latency} ms`].filter(Boolean).join(' ')
}

function notesOf(fault: ActiveFault): unknown[] {
  const { id, operation, webhook, probability, hits, times, seed, draw, retryAfter } = fault
  return [
    id,
    operation ??
      (webhook === undefined ? 'all' : webhook === '*' ? 'all deliveries' : `deliveries of ${webhook}`),
    retryAfter !== undefined && `Retry-After ${retryAfter} s`,
    probability < 1 && `probability ${probability}`,
    `struck ${hits}${times === undefined ? '' : ` of ${times}`} times`,
    `seed ${seed}, draw ${draw}`,
  ]
}
