import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useResource } from '../frame/use-resource'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { CopyButton } from '../ui/copy-button'
import { Visible } from '../ui/visible'

/** A signature taken apart, as `GET /__mock/attempts/:number/signature` tells it. */
interface SignatureReading {
  scheme: string
  algorithm?: string
  /** What the key of the algorithm is, for people. */
  key?: string
  signed?: { text: string; pieces: { from: string; text: string }[] }
  secret?: string
  sent: string | null
  computed: string | null
  verdict: 'valid' | 'invalid' | 'unknown'
  reason?: string
  fault?: string
  receiver: { code: string; note?: string } | null
}

const tones = { valid: 'good', invalid: 'bad', unknown: 'calm' } as const

/** How the attempt was signed, step by step, and how a receiver checks it. */
export function SignatureDetail({ number }: { number: number }) {
  const [isRevealed, setRevealed] = useState(false)
  const { data, error } = useResource<SignatureReading>(
    `/__mock/attempts/${number}/signature${isRevealed ? '?reveal=true' : ''}`,
    { isFixed: true },
  )
  if (error && !data) return <p class="faint">The signature cannot be taken apart: {error.message}</p>
  if (!data) return null
  const { scheme, algorithm, key, signed, secret, sent, computed, verdict, reason, fault, receiver } = data
  return (
    <section class="signature">
      <h4>
        Signature <Chip tone={tones[verdict]} text={verdict} />
      </h4>
      <p class="faint">
        <Visible text={[scheme, algorithm, fault && `fault ${fault}`].filter(Boolean).join(' · ')} />
      </p>
      {reason !== undefined && (
        <p class={verdict === 'invalid' ? 'problem' : ''}>
          <Visible text={reason} />
        </p>
      )}
      <dl>
        {signed && (
          <Line name="Signed bytes">
            <code class="pieces">
              {signed.pieces.map(({ from, text }, place) => (
                <span key={place} class={`piece piece-${place % 3}`} title={from}>
                  <Visible text={text.length > 400 ? `${text.slice(0, 400)}…` : text} />
                </span>
              ))}
            </code>
            <ul class="legend">
              {signed.pieces.map(({ from }, place) => (
                <li key={place}>
                  <span class={`piece piece-${place % 3}`} />
                  {from}
                </li>
              ))}
            </ul>
          </Line>
        )}
        {secret !== undefined && (
          <Line name="Secret">
            <code>
              <Visible text={secret} />
            </code>
            <Button tone="quiet" pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
              {isRevealed ? 'Hide' : 'Reveal'}
            </Button>
            {key !== undefined && <p class="hint">The key is {key}.</p>}
          </Line>
        )}
        {computed !== null && (
          <Line name="Computed">
            <code>
              <Visible text={computed} />
            </code>
          </Line>
        )}
        {sent !== null && (
          <Line name="Sent">
            <code class={sent === computed ? '' : 'differs'}>
              <Visible text={sent} />
            </code>
          </Line>
        )}
        {receiver && (
          <Line name="A receiver checks it by">
            <pre tabIndex={0} role="group" aria-label="Code of a receiver">
              {receiver.code}
            </pre>
            <CopyButton label="Copy" text={receiver.code} />
            {receiver.note && <p class="faint">{receiver.note}</p>}
          </Line>
        )}
      </dl>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
