import { useMemo, useState } from 'preact/hooks'
import { indentJson } from '../text/indent-json'
import { jsonPieces } from '../text/json-pieces'
import { Button, CopyButton } from './button'
import { Visible, VisiblePieces } from './text'

// Letters. A longer text would take the page seconds to lay out, so the rest is shown on request.
const firstPart = 20_000

/** The properties of a {@link Payload}. `heading` is the level of its heading. */
interface PayloadProps {
  title: string
  text: string
  heading?: 'h3' | 'h4'
}

/** A body from outside, as text: indented where it is JSON, and as it came on request. */
export function Payload({ title, text, heading: Heading = 'h4' }: PayloadProps) {
  const [isRaw, setRaw] = useState(false)
  const [shown, setShown] = useState(firstPart)
  const indented = useMemo(() => indentJson(text), [text])
  const whole = isRaw ? text : (indented ?? text)
  const visible = whole.slice(0, shown)
  const rest = whole.length - shown
  return (
    <section class="payload">
      <header>
        <Heading>{title}</Heading>
        <span class="faint">{sizeOf(text)}</span>
        {indented !== undefined && (
          <Button tone="quiet" pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            As sent
          </Button>
        )}
        <CopyButton label="Copy" text={text} />
      </header>
      <pre tabIndex={0} role="group" aria-label={title}>
        {text === '' && <span class="faint">empty</span>}
        {indented === undefined ? <Visible text={visible} /> : <JsonText text={visible} />}
      </pre>
      {rest > 0 && (
        <Button onClick={() => setShown(shown * 4)}>{rest.toLocaleString('en')} letters more</Button>
      )}
    </section>
  )
}

function sizeOf(text: string): string {
  const bytes = new TextEncoder().encode(text).length
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} KiB`
}

/** A JSON text with its names, strings, numbers and words told apart by colour. */
function JsonText({ text }: { text: string }) {
  return (
    <bdi>
      {jsonPieces(text).map((piece, index) =>
        piece.kind === undefined ? (
          <VisiblePieces key={index} text={piece.text} />
        ) : (
          <bdi key={index} class={`json-${piece.kind}`}>
            <VisiblePieces text={piece.text} />
          </bdi>
        ),
      )}
    </bdi>
  )
}
