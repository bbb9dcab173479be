import { type ComponentChildren, createElement, Fragment, type HTMLAttributes } from 'preact'
import { visiblePieces } from '../text/visible'

/** The properties of {@link Visible}. */
interface VisibleProps extends Pick<
  HTMLAttributes,
  'class' | 'id' | 'role' | 'title' | 'tabIndex' | 'aria-label'
> {
  text: string
  /** The element around the text, which gets the other properties. */
  as?: 'b' | 'code' | 'dd' | 'dt' | 'h2' | 'h3' | 'h4' | 'li' | 'p' | 'pre' | 'span'
}

/** A text from outside, in which no letter hides and none turns its neighbours round. */
export function Visible({ text, as: Around, ...attributes }: VisibleProps) {
  const shown = (
    <bdi>
      <VisiblePieces text={text} />
    </bdi>
  )
  return Around ? createElement(Around, attributes, shown) : shown
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
      {text.split('`').map((part, index) => (
        <Visible key={index} as={index % 2 === 1 ? 'code' : undefined} text={part} />
      ))}
    </>
  )
}

/** A line of a `dl`: a name, and what belongs to it. */
export function Line({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The failure of a route. */
export function Trouble({ error }: { error: Pick<Error, 'message'> | undefined }) {
  return error ? <Visible as="p" class="problem" role="alert" text={error.message} /> : null
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
