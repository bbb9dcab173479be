import type { StoredKey } from '../../store/records'
import { useAct } from '../acts/form/act'
import { panels } from '../acts/panels'
import { useApp } from '../frame/app'
import { useList } from '../frame/use-resource'
import { Button, CopyButton } from '../ui/button'
import { Line, Trouble, Visible } from '../ui/text'

/** The way from an empty mock to the first delivered event. */
export function FirstSteps() {
  const { control, root } = useApp()
  const { items: keys = [] } = useList<StoredKey>('/__mock/keys')
  const full = keys.find(({ mode, scopes, expiresAt }) => mode === 'live' && !scopes && !expiresAt)
  return (
    <div class="first-steps">
      <h2>Nothing has happened yet</h2>
      <ol>
        <li>
          <h3>Point your client at this mock</h3>
          <dl>
            <ToCopy name="Base URL" text={control.origin} />
            {full && <ToCopy name="API key" text={full.key} />}
          </dl>
        </li>
        <li>
          <h3>Register a webhook</h3>
          <p>
            Your receiver gets each event signed, and again where it fails. A forward leads to a port of this
            machine.
          </p>
          <div class="buttons">
            <PanelButton id="webhooks" words="Register a webhook" />
            {root instanceof Document && !control.hasToken && <ReceiveHere />}
          </div>
        </li>
        <li>
          <h3>Send an event</h3>
          <p>Your program sends one, or this page. Each appears in the list, with all that becomes of it.</p>
          <PanelButton id="send" words="Send an event" />
        </li>
      </ol>
    </div>
  )
}

function ToCopy({ name, text }: { name: string; text: string }) {
  return (
    <Line name={name}>
      <Visible as="code" text={text} />
      <CopyButton label="Copy" name={`Copy the ${name}`} text={text} />
    </Line>
  )
}

/** Registers a webhook whose deliveries the mock takes itself, so that the first one is seen without any receiver. */
function ReceiveHere() {
  const { control } = useApp()
  const { run, busy, failure } = useAct()
  const url = 'https://receiver.example/hooks'
  const register = async () => {
    const forward = { from: url, to: `${control.origin}/__mock/received` }
    const webhook = { mode: 'live', url, events: ['*'] }
    await control.call({ method: 'POST', path: '/__mock/forwards', body: forward })
    await control.call({ method: 'POST', path: '/__mock/webhooks', body: webhook })
  }
  return (
    <>
      <Button
        disabled={busy}
        onClick={() => void run(register, 'The mock receives events itself. Send one.')}
      >
        Receive here
      </Button>
      <Trouble error={failure} />
    </>
  )
}

/** Opens a panel, and shows the key that does the same. */
function PanelButton({ id, words }: { id: string; words: string }) {
  const { page } = useApp()
  const panel = panels.find((one) => one.id === id)
  return (
    <Button onClick={() => (page.panel.value = id)}>
      {words} <kbd aria-hidden="true">{panel?.shortcut}</kbd>
    </Button>
  )
}
