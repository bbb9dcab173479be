import { styleText } from 'node:util'

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: 'red' | 'yellow' | 'green' | 'dim' | 'bold', text: string) => string

/** The stream that is written to, as far as colours depend on it. */
export interface Surface {
  isTTY?: boolean
}

/** The colours for a stream: those of a terminal, unless NO_COLOR or a dumb terminal forbid them. */
export function paintFor({ isTTY }: Surface, { NO_COLOR, TERM }: NodeJS.ProcessEnv): Paint {
  const isColoured = isTTY === true && !NO_COLOR && TERM !== 'dumb'
  // Node judges another stream than this one unless it is told not to.
  return (colour, text) => (isColoured ? styleText(colour, text, { validateStream: false }) : text)
}
