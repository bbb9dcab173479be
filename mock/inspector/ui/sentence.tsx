import { Visible } from './visible'

/** A sentence of the rulebook, in which names stand between backticks. */
export function Sentence({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, place) =>
        place % 2 === 1 ? (
          <code key={place}>
            <Visible text={part} />
          </code>
        ) : (
          <Visible key={place} text={part} />
        ),
      )}
    </>
  )
}
