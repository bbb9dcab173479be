import { useState } from 'preact/hooks'
import type { StoredWebhook } from '../../store/records'
import { useList } from '../frame/use-resource'
import { inBothTimes } from '../text/times'
import { Button, CopyButton } from '../ui/button'
import { Visible } from '../ui/text'
import { ActButton, ActForm } from './form/act'
import { given, type Mode, ModeField, OverlapField, TextField, useTexts, usualOverlap } from './form/fields'
import { Item, Listing } from './form/listing'
import { ToReceiver } from './resend'

type ListedWebhook = Omit<StoredWebhook, 'secret' | 'previousSecret'>

/** The webhooks of both modes, and a form for more. */
export function WebhooksPanel() {
  const webhooks = useList<ListedWebhook>('/__mock/webhooks?limit=1000')
  return (
    <>
      <Listing label="Webhooks" empty="None is registered: events are delivered to nobody." {...webhooks}>
        {(webhook) => <WebhookItem key={webhook.id} webhook={webhook} />}
      </Listing>
      <h3>New webhook</h3>
      <NewWebhook />
    </>
  )
}

/** A webhook with its acts. */
function WebhookItem({ webhook }: { webhook: ListedWebhook }) {
  const { id, url, mode, status, events, description } = webhook
  const [secret, setSecret] = useState<ShownSecret>()
  const { texts, field, clear } = useTexts(`rotate ${id}`, { overlap: usualOverlap, secret: '' })
  const path = `/__mock/webhooks/${encodeURIComponent(id)}`
  return (
    <Item
      title={url}
      mark={status === 'active' ? mode : status}
      notes={[status !== 'active' && mode, events.join(', '), description, id]}
      shown={secret && <SecretLine secret={secret} onHide={() => setSecret(undefined)} />}
    >
      {secret === undefined && (
        <ActButton<ShownSecret>
          text="Reveal secret"
          label={`Reveal secret of ${url}`}
          request={{ method: 'GET', path: `${path}/secret` }}
          said="The secret is shown."
          onDone={setSecret}
        />
      )}
      <ActButton<ShownSecret>
        text="Rotate secret"
        label={`Rotate secret of ${url}`}
        request={{
          method: 'POST',
          path: `${path}/rotate`,
          body: { overlap: Number(texts.overlap), secret: given(texts.secret) },
        }}
        destroys={false}
        question="Rotate the secret? A new one signs from now on, and this one beside it for the time below."
        said="The new secret is shown."
        onDone={(shown) => {
          setSecret(shown)
          clear()
        }}
      >
        <OverlapField {...field('overlap')} label="Both sign for" />
        <TextField
          {...field('secret')}
          label="New secret"
          placeholder="whsec_…"
          hint="One of your own. Empty: random."
        />
      </ActButton>
      <ToReceiver
        text="Forward to my machine"
        label={`Forward to my machine: ${url}`}
        request={(to) => ({ method: 'POST', path: '/__mock/forwards', body: { from: url, to } })}
        field="to"
        question="Forward? From now on the deliveries to this URL go to the one below."
        said="The forward is in force."
      />
      <ActButton
        text="Delete"
        label={`Delete the webhook ${url}`}
        request={{ method: 'DELETE', path }}
        question="Delete this webhook? Its pending deliveries are dropped, and its secret is lost."
        said="The webhook is deleted."
      />
    </Item>
  )
}

/** Registers a webhook, with the validation of the interface. */
function NewWebhook() {
  const [mode, setMode] = useState<Mode>('live')
  const { texts, field, clear } = useTexts('webhook', { url: '', events: '*', description: '' })
  const [made, setMade] = useState<ShownSecret>()
  const { items: examples = [] } = useList<{ body: { type: string } }>('/__mock/examples')
  const body = {
    mode,
    url: texts.url,
    events: texts.events
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
    description: given(texts.description),
  }
  return (
    <>
      <ActForm<ShownSecret>
        label="New webhook"
        submit="Register webhook"
        request={{ method: 'POST', path: '/__mock/webhooks', body }}
        said="The webhook is registered, and its secret shown."
        onDone={(webhook) => {
          setMade(webhook)
          clear()
        }}
      >
        <TextField
          {...field('url')}
          label="URL"
          inputMode="url"
          placeholder="https://shop.example/hooks"
          hint="https. A forward sends it to a receiver on this machine."
        />
        <TextField
          {...field('events')}
          label="Event types"
          list={['*', ...new Set(examples.map(({ body }) => body.type))]}
          hint="With commas between them, or * for all."
        />
        <TextField {...field('description')} label="Description" />
        <ModeField value={mode} onInput={setMode} />
      </ActForm>
      {made && <SecretLine secret={made} onHide={() => setMade(undefined)} />}
    </>
  )
}

/** The secret of a webhook, as the mock reveals it. */
interface ShownSecret {
  secret: string
  /** ISO 8601, UTC: until then the secret before the last rotation signs, too. */
  previousUntil?: string
}

/** A secret that somebody asked to see. It is gone when it is hidden or the panel is closed. */
function SecretLine({ secret, onHide }: { secret: ShownSecret; onHide: () => void }) {
  return (
    <p class="result" role="status">
      <Visible as="code" text={secret.secret} />
      <CopyButton label="Copy secret" text={secret.secret} />
      <Button tone="quiet" onClick={onHide}>
        Hide
      </Button>
      {secret.previousUntil !== undefined && (
        <span class="faint">The one before signs until {inBothTimes(secret.previousUntil)}.</span>
      )}
    </p>
  )
}
