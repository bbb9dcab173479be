import { styleText } from 'node:util'

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: 'red' | 'yellow' | 'green' | 'dim' | 'bold', text: string) => string

/** The colours for a stream: those of a terminal, unless NO_COLOR, FORCE_COLOR or a dumb terminal say otherwise. */
export function paintFor(
  { isTTY }: { isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): Paint {
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  const isColoured = FORCE_COLOR === undefined ? isTTY === true && !NO_COLOR && TERM !== 'dumb' : isForced
  // Node judges another stream than this one unless it is told not to.
  return (colour, text) => (isColoured ? styleText(colour, text, { validateStream: false }) : text)
}
