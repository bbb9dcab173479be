import { useState } from 'preact/hooks'
import { scopes } from '../../../generated/operations'
import type { StoredKey } from '../../store/records'
import { useApp } from '../frame/app'
import { useList } from '../frame/use-resource'
import { inBothTimes } from '../text/times'
import { CopyButton } from '../ui/button'
import { Visible } from '../ui/text'
import { ActButton, ActForm } from './form/act'
import {
  ChecksField,
  given,
  type Mode,
  ModeField,
  OverlapField,
  TextField,
  useTexts,
  usualOverlap,
} from './form/fields'
import { Item, Listing } from './form/listing'

/** The keys of the mock, as the dashboard of a service shows them. */
export function KeysPanel() {
  const keys = useList<StoredKey>('/__mock/keys')
  const { clock } = useApp()
  const now = clock.now.value ?? 0
  return (
    <>
      <Listing label="Keys" empty="There is no key: nobody can send a request." {...keys}>
        {(key) => <KeyItem key={key.id} apiKey={key} now={now} />}
      </Listing>
      <h3>New key</h3>
      <NewKey />
    </>
  )
}

/** The answer of a rotation. */
interface Rotation {
  key: StoredKey
  previous: { expiresAt?: string }
}

/** A key with its acts. `now` is the time of the mock, by which a key expires. */
function KeyItem({ apiKey, now }: { apiKey: StoredKey; now: number }) {
  const { id, key, name, mode, scopes, expiresAt } = apiKey
  const [overlap, setOverlap] = useState(usualOverlap)
  const [rotated, setRotated] = useState<Rotation>()
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now
  const path = `/__mock/keys/${encodeURIComponent(id)}`
  return (
    <Item
      title={name === '' ? key : name}
      mark={isOver ? 'expired' : mode}
      notes={[
        name === '' ? undefined : key,
        scopes?.join(', ') ?? 'full access',
        expiresAt !== null && `${isOver ? 'expired' : 'expires'} ${inBothTimes(expiresAt)}`,
      ]}
      shown={rotated && <ShownKey text={rotated.key.key} note="This key takes the place of the one above." />}
    >
      <CopyButton label="Copy key" text={key} />
      <ActButton<Rotation>
        text="Rotate"
        label={`Rotate ${name || key}`}
        request={{ method: 'POST', path: `${path}/rotate`, body: { overlap: Number(overlap) } }}
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
        request={{ method: 'DELETE', path }}
        question="Delete this key? Its requests are refused from now on."
        said="The key is deleted."
      />
    </Item>
  )
}

const prefixes = { live: 'sk_live_', test: 'sk_test_' } as const

/** Creates a key: live or test, with all rights or some, for ever or until a time, random or with a text of one's own. */
function NewKey() {
  const [mode, setMode] = useState<Mode>('live')
  const { texts, field, clear } = useTexts('key', { name: '', expiresAt: '', key: '' })
  const [chosen, setChosen] = useState<string[]>([])
  const [made, setMade] = useState<StoredKey>()
  const body = {
    mode,
    name: texts.name,
    scopes: chosen.length === 0 ? undefined : chosen,
    expiresAt: given(texts.expiresAt),
    key: given(texts.key),
  }

  // The prefix of a key says its mode, so the two never disagree by accident.
  function take(typed: string) {
    field('key').onInput(typed)
    if (typed.startsWith(prefixes.live)) setMode('live')
    if (typed.startsWith(prefixes.test)) setMode('test')
  }

  function show(key: StoredKey) {
    setMade(key)
    clear()
    setChosen([])
  }

  return (
    <>
      <ActForm<StoredKey>
        label="New key"
        submit="Create key"
        request={{ method: 'POST', path: '/__mock/keys', body }}
        said="The key is created."
        onDone={show}
      >
        <TextField {...field('name')} label="Name" placeholder="Checkout" />
        <ModeField value={mode} onInput={setMode} />
        <ChecksField
          label="Scopes"
          name="scopes"
          value={chosen}
          onInput={setChosen}
          choices={scopes}
          hint="None chosen: full access."
        />
        <TextField
          {...field('expiresAt')}
          label="Expires at"
          placeholder="2030-01-01T00:00:00Z"
          hint="Empty: never."
        />
        <TextField
          {...field('key')}
          label="Key"
          onInput={take}
          placeholder={`${prefixes[mode]}…`}
          hint="A text of your own. Empty: random."
        />
      </ActForm>
      {made && <ShownKey text={made.key} />}
    </>
  )
}

/** A key that was just made, to be copied into the program that uses it. */
function ShownKey({ text, note }: { text: string; note?: string }) {
  return (
    <p class="result" role="status">
      <Visible as="code" text={text} />
      <CopyButton label="Copy key" text={text} />
      {note !== undefined && <span class="faint">{note}</span>}
    </p>
  )
}
