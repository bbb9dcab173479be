import { Fragment } from 'preact'
import { visiblePieces } from '../text/visible'

/** A text from outside, in which no letter hides and none turns its neighbours round. */
export function Visible({ text }: { text: string }) {
  return (
    <bdi>
      <VisiblePieces text={text} />
    </bdi>
  )
}

/** A URL from outside. Where it needs several lines, it is broken before its parts rather than within their words. */
export function VisibleUrl({ url }: { url: string }) {
  return (
    <bdi>
      {url.split(/(?<=[^/:])(?=[/?&.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <VisiblePieces text={part} />
        </Fragment>
      ))}
    </bdi>
  )
}

/** What {@link Visible} draws, without an element of its own: for a text that is set apart already. */
export function VisiblePieces({ text }: { text: string }) {
  return (
    <>
      {visiblePieces(text).map((piece) =>
        piece.named ? <span class="named-letter">{piece.text}</span> : piece.text,
      )}
    </>
  )
}

/** A sentence of the rulebook, in which names stand between backticks. */
export function Sentence({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, index) =>
        index % 2 === 1 ? (
          <code key={index}>
            <Visible text={part} />
          </code>
        ) : (
          <Visible key={index} text={part} />
        ),
      )}
    </>
  )
}

/** The failure of a route. */
export function Trouble({ error }: { error: Error | undefined }) {
  return error ? (
    <p class="problem" role="alert">
      <Visible text={error.message} />
    </p>
  ) : null
}

/** Whether a state is good, unusual, bad, or of no concern. Its colour says so. */
export type Tone = 'good' | 'odd' | 'bad' | 'calm'

/** A word about the state of something, with a colour that says the same. */
export function Chip({ tone, text }: { tone: Tone; text: string }) {
  return <span class={`chip ${tone}`}>{text}</span>
}

/** The tone of a status of HTTP. */
export function toneOfStatus(status: number | undefined): Tone {
  if (status === undefined || status >= 400) return 'bad'
  return status >= 300 ? 'calm' : 'good'
}

/** The tone of the outcome of an attempt. A `failed` attempt is repeated; an `abandoned` delivery is not. */
export const toneOfOutcome = { delivered: 'good', failed: 'odd', abandoned: 'bad' } as const
