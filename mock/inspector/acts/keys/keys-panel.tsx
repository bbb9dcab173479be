import type { StoredKey } from '../../../store/records'
import { useApp } from '../../frame/app-context'
import { useResource } from '../../frame/use-resource'
import { CopyButton } from '../../ui/copy-button'
import { ActButton } from '../form/act-button'
import { Item, Listing, Trouble } from '../form/listing'
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
        items={(data?.data ?? []).map((key) => (
          <KeyItem key={key.id} apiKey={key} now={now} />
        ))}
      />
      <Trouble error={error} />
      <h3>New key</h3>
      <NewKey />
    </>
  )
}

function KeyItem({ apiKey, now }: { apiKey: StoredKey; now: number }) {
  const { id, key, name, mode, scopes, expiresAt } = apiKey
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <Item
      title={name === '' ? key : name}
      notes={[
        name === '' ? undefined : key,
        mode,
        scopes?.join(', ') ?? 'full access',
        expiresAt !== null && `${isOver ? 'expired' : 'expires'} ${expiresAt.slice(0, 19).replace('T', ' ')}`,
      ]}
    >
      <div class="acts">
        <CopyButton label="Copy key" text={key} />
        <ActButton
          text="Rotate"
          label={`Rotate ${name || key}`}
          request={{ method: 'POST', path: `/__mock/keys/${id}/rotate`, body: {} }}
          question="Rotate this key? A new key takes its place, and this one ends in 24 hours of the mock's clock."
          said="A new key takes the place of this one for 24 hours beside it."
        />
        <ActButton
          text="Delete"
          label={`Delete ${name || key}`}
          request={{ method: 'DELETE', path: `/__mock/keys/${id}` }}
          question="Delete this key? Its requests are refused from now on."
          said="The key is deleted."
        />
      </div>
    </Item>
  )
}
