import { useEffect, useState } from 'preact/hooks'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import { DiffView } from '../acts/compare-panel'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { diffTexts } from '../diff/diff'
import type { Control } from '../transport/control'
import { Visible } from '../ui/text'
import type { Diagnosis, OtherSecret } from './pasted'

/** Asks why a receiver refused an attempt. It stands closed, because it needs something that the receiver has. */
export function WhyRefused({ attempt }: { attempt: DeliveryEntry }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="why" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Why does my receiver refuse it?</summary>
      {isOpen && <Pasted attempt={attempt} />}
    </details>
  )
}

/** The parts of an attempt that the mock alone knows. */
interface SignedAttempt {
  secret?: string
  signed?: { pieces: { from: string; text: string }[] }
}

/** A field for what the receiver has, and the mistakes that it shows. What is pasted is gone when this closes: it is kept, sent and shown nowhere. */
function Pasted({ attempt }: { attempt: DeliveryEntry }) {
  const { control } = useApp()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Diagnosis>()
  const { number, headers, answer, signedAt, at, fault } = attempt
  const { data } = useResource<SignedAttempt>(`/__mock/attempts/${number}/signature?reveal=true`, {
    isFixed: true,
  })
  const { secret, signed } = data ?? {}
  const body = signed?.pieces.find(({ from }) => from === 'body')?.text ?? attempt.body

  useEffect(() => {
    let isCurrent = true
    if (secret === undefined) return
    const now = Date.parse(answer?.headers['date'] ?? signedAt ?? at)
    const asked = import('./pasted').then(({ diagnosePasted }) =>
      diagnosePasted(text, { headers, body, secret, now }, () => otherSecrets(control, secret)),
    )
    void asked.then((diagnosis) => isCurrent && setFound(diagnosis))
    return () => {
      isCurrent = false
    }
  }, [text, secret])

  if (!data) return null
  if (fault !== undefined && /signature|timestamp/.test(fault))
    return <p>The mock spoiled this delivery on purpose, by the fault that is named above.</p>
  if (!crypto.subtle) return <p>A browser computes signatures over https and on localhost alone.</p>
  if (secret === undefined) return <p>The webhook is gone, and its secret with it.</p>
  return (
    <>
      <label class="field">
        Paste what the receiver has: its secret, the signature that it computed, the body that it saw, or the
        whole request.
        <textarea
          rows={3}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="hint">It stays in this field: the page neither keeps nor sends it.</p>
      {found && <Answer found={found} sent={body} pasted={text} />}
    </>
  )
}

const rest = 'Paste another of the four.'
const right: Readonly<Partial<Record<Diagnosis['taken'], string>>> = {
  secret: `This is the secret that signed the delivery. ${rest}`,
  body: `The signature fits this body. ${rest}`,
  request:
    'The signature fits this request: the receiver has another secret, or computes the signature otherwise.',
}

function Answer({ found, sent, pasted }: { found: Diagnosis; sent: string; pasted: string }) {
  const { taken, findings, isCertain } = found
  return (
    <div role="status">
      {findings.length === 0 && <p class="good-note">{right[taken]}</p>}
      {findings.map(({ id, says, cure }) => (
        <section class="finding" key={id} data-finding={id}>
          <Visible as="h4" text={says} />
          <Visible as="p" text={cure} />
        </section>
      ))}
      {taken === 'body' && !isCertain && (
        <>
          <p class="faint">Removed is what was sent, added what the receiver saw.</p>
          <DiffView diff={diffTexts(sent, pasted)} />
        </>
      )}
    </div>
  )
}

// So many webhooks are asked for their secrets.
const mostAsked = 50

/** The secrets of the mock's webhooks, and those that they had before, but for one. */
async function otherSecrets(control: Control, own: string): Promise<OtherSecret[]> {
  const get = <Result,>(path: string) =>
    control.call<Result>({ method: 'GET', path: `/__mock/webhooks${path}` })
  const { data } = await get<{ data: { id: string; url: string }[] }>(`?limit=${mostAsked}`)
  const asked = data.map(async ({ id, url }) => {
    const revealed = await get<{ secret: string; previousSecret?: string }>(
      `/${encodeURIComponent(id)}/secret`,
    )
    const { secret, previousSecret = own } = revealed
    return [
      { secret, of: `the webhook ${url}` },
      { secret: previousSecret, of: `the webhook ${url} before it was rotated` },
    ]
  })
  return (await Promise.all(asked)).flat().filter(({ secret }) => secret !== own)
}
