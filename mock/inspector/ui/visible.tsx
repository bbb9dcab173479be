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
      {url.split(/(?<=[^/:])(?=[/?&.])/).map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          <VisiblePieces text={part} />
        </Fragment>
      ))}
    </bdi>
  )
}

/** The same as {@link Visible}, where the text around it is set apart already. */
export function VisiblePieces({ text }: { text: string }) {
  return (
    <>
      {visiblePieces(text).map((piece) =>
        piece.named ? <span class="named-letter">{piece.text}</span> : piece.text,
      )}
    </>
  )
}
