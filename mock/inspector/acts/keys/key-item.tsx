import { useState } from 'preact/hooks'
import type { StoredKey } from '../../../store/records'
import { readable } from '../../text/times'
import { CopyButton } from '../../ui/copy-button'
import { ActButton } from '../form/act-button'
import { Item } from '../form/listing'
import { OverlapField, usualOverlap } from '../form/overlap-field'
import { ShownKey } from './shown-key'

/** The answer of a rotation. */
interface Rotation {
  key: StoredKey
  previous: { expiresAt?: string }
}

/** A key with its acts. `now` is the time of the mock, by which a key expires. */
export function KeyItem({ apiKey, now }: { apiKey: StoredKey; now: number }) {
  const { id, key, name, mode, scopes, expiresAt } = apiKey
  const [overlap, setOverlap] = useState(usualOverlap)
  const [rotated, setRotated] = useState<Rotation>()
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <Item
      title={name === '' ? key : name}
      mark={isOver ? 'expired' : mode}
      notes={[
        name === '' ? undefined : key,
        scopes?.join(', ') ?? 'full access',
        expiresAt !== null && `${isOver ? 'expired' : 'expires'} ${readable(expiresAt)} UTC`,
      ]}
    >
      <div class="acts">
        <CopyButton label="Copy key" text={key} />
        <ActButton<Rotation>
          text="Rotate"
          label={`Rotate ${name || key}`}
          request={{
            method: 'POST',
            path: `/__mock/keys/${encodeURIComponent(id)}/rotate`,
            body: { overlap: Number(overlap) },
          }}
          destroys={false}
          question="Rotate this key? A new key takes its place, and this one ends after the time below."
          said="A new key takes the place of this one."
          onDone={setRotated}
        >
          <OverlapField label="Both work for" value={overlap} onInput={setOverlap} />
        </ActButton>
        <ActButton
          text="Delete"
          label={`Delete ${name || key}`}
          request={{ method: 'DELETE', path: `/__mock/keys/${encodeURIComponent(id)}` }}
          question="Delete this key? Its requests are refused from now on."
          said="The key is deleted."
        />
      </div>
      {rotated && <ShownKey text={rotated.key.key} note="This key takes the place of the one above." />}
    </Item>
  )
}
