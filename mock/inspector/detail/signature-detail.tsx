import { useState } from 'preact/hooks'
import { useResource } from '../frame/use-resource'
import { faultInWords } from '../text/fault-words'
import { Button, CopyButton } from '../ui/button'
import { Chip, Line, Visible } from '../ui/text'

/** A signature taken apart, as `GET /__mock/attempts/:number/signature` tells it. */
interface SignatureReading {
  scheme: string
  algorithm?: string
  /** The name of the algorithm's key, for people. */
  key?: string
  signed?: { text: string; pieces: { from: string; text: string }[] }
  secret?: string
  sent: string | null
  computed: string | null
  verdict: 'valid' | 'invalid' | 'unknown'
  reason?: string
  fault?: string
  /** The code by which a receiver checks it with the SDK. */
  receiver: string | null
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
        <Visible text={[scheme, algorithm, fault && faultInWords(fault)].filter(Boolean).join(' · ')} />
      </p>
      {reason !== undefined && (
        <Visible as="p" class={verdict === 'invalid' ? 'problem' : ''} text={reason} />
      )}
      <dl>
        {signed && (
          <Line name="Signed bytes">
            <SignedBytes pieces={signed.pieces} />
          </Line>
        )}
        {secret !== undefined && (
          <Line name="Secret">
            <Visible as="code" text={secret} />
            <Button tone="quiet" pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
              {isRevealed ? 'Hide' : 'Reveal'}
            </Button>
            {key !== undefined && <p class="hint">The key is {key}.</p>}
          </Line>
        )}
        {computed !== null && (
          <Line name="Computed">
            <Visible as="code" text={computed} />
          </Line>
        )}
        {sent !== null && (
          <Line name="Sent">
            <Visible as="code" class={sent === computed ? '' : 'differs'} text={sent} />
          </Line>
        )}
        {receiver !== null && (
          <Line name="A receiver checks it by">
            <pre tabIndex={0} role="group" aria-label="Code of a receiver">
              {receiver}
            </pre>
            <CopyButton label="Copy" text={receiver} />
          </Line>
        )}
      </dl>
    </section>
  )
}

const pieceTones = ['calm', 'good', 'odd'] as const
// A longer piece shows its beginning. The whole body stands above.
const longestPiece = 400

/** The bytes that were signed, each piece in the colour of its source. */
function SignedBytes({ pieces }: { pieces: readonly { from: string; text: string }[] }) {
  const sources = [...new Set(pieces.map(({ from }) => from))].filter((from) => from !== 'separator')
  return (
    <>
      <code class="pieces">
        {pieces.map(({ from, text }, index) => (
          <span key={index} class={`piece ${pieceTones[sources.indexOf(from)]}`} title={from}>
            <Visible text={text.length > longestPiece ? `${text.slice(0, longestPiece)}…` : text} />
          </span>
        ))}
      </code>
      <ul class="legend">
        {sources.map((from, index) => (
          <li key={from}>
            <span class={`piece ${pieceTones[index]}`} />
            {from}
          </li>
        ))}
      </ul>
    </>
  )
}
