/** Colours a text, or leaves it as it is. */
export type Paint = Readonly<Record<'good' | 'bad' | 'faint' | 'strong', (text: string) => string>>

/** Whether a stream gets colours: where it is a terminal, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function wantsColour(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean | undefined,
): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR) return false
  return isTerminal === true && TERM !== 'dumb'
}

/** Makes the colours of a stream. */
export function createPaint(isColoured: boolean): Paint {
  const painted = (code: number, end: number) => (text: string) =>
    isColoured ? `\u001b[${code}m${text}\u001b[${end}m` : text
  return { good: painted(32, 39), bad: painted(31, 39), faint: painted(2, 22), strong: painted(1, 22) }
}
