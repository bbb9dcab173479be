import { visiblePieces } from '../text/visible'

/** A text from outside, in which no letter hides and none turns its neighbours round. */
export function Visible({ text }: { text: string }) {
  return (
    <bdi>
      <VisiblePieces text={text} />
    </bdi>
  )
}

/** The same, where the text around it is set apart already. */
export function VisiblePieces({ text }: { text: string }) {
  return (
    <>
      {visiblePieces(text).map((piece) =>
        piece.named ? <span class="named-letter">{piece.text}</span> : piece.text,
      )}
    </>
  )
}
