import type { StoredKey } from '../../../store/records'
import { useApp } from '../../frame/app-context'
import { useResource } from '../../frame/use-resource'
import { Trouble } from '../../ui/trouble'
import { Listing } from '../form/listing'
import { KeyItem } from './key-item'
import { NewKey } from './new-key'

/** The keys of the mock, as the dashboard of a service shows them. */
export function KeysPanel() {
  const { data, error } = useResource<{ data: StoredKey[] }>('/__mock/keys')
  const { clock } = useApp()
  const now = clock.now.value ?? 0
  return (
    <>
      <Listing
        label="Keys"
        empty="There is no key: nobody can send a request."
        items={data?.data.map((key) => (
          <KeyItem key={key.id} apiKey={key} now={now} />
        ))}
      />
      <Trouble error={error} />
      <h3>New key</h3>
      <NewKey />
    </>
  )
}
