import { jsonPieces } from '../text/json-pieces'
import { VisiblePieces } from './visible'

/** A JSON text with its names, strings, numbers and words told apart by colour. */
export function JsonText({ text }: { text: string }) {
  return (
    <bdi>
      {jsonPieces(text).map((piece, place) =>
        piece.kind === undefined ? (
          <VisiblePieces key={place} text={piece.text} />
        ) : (
          <bdi key={place} class={`json-${piece.kind}`}>
            <VisiblePieces text={piece.text} />
          </bdi>
        ),
      )}
    </bdi>
  )
}
