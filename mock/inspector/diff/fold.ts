import type { DiffLine } from './diff-line'

/** Lines that are shown, or equal lines that are folded away. */
export type Fold = { lines: readonly DiffLine[]; hidden?: undefined } | { lines?: undefined; hidden: number }

/** Folds away the equal lines that are further than `around` lines from a difference. */
export function fold(lines: readonly DiffLine[], around = 3): Fold[] {
  const isShown = new Uint8Array(lines.length)
  lines.forEach(({ sign }, index) => {
    if (sign !== ' ') isShown.fill(1, Math.max(0, index - around), index + around + 1)
  })
  const folds: Fold[] = []
  let start = 0
  for (let index = 1; index <= lines.length; index++) {
    if (index < lines.length && isShown[index] === isShown[start]) continue
    folds.push(isShown[start] ? { lines: lines.slice(start, index) } : { hidden: index - start })
    start = index
  }
  return folds
}
