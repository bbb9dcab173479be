/** The known name that is closest to the written one, by edit distance; the written one itself where none is known. */
export function nearest(written: string, known: readonly string[]): string {
  return closest(written, known)?.name ?? written
}

/** The end of a message, ` Did you mean --limit?`, or nothing where no known word is near. */
export function didYouMean(written: string, known: readonly string[]): string {
  const best = closest(written, known)
  return best && best.distance <= Math.max(2, written.length / 3) ? ` Did you mean ${best.name}?` : ''
}

// A longer word is near none, and to compare the whole of one that somebody sent would hold up everybody else.
const mostCompared = 100

function closest(written: string, known: readonly string[]) {
  const compared = written.slice(0, mostCompared).toLowerCase()
  return known
    .map((name) => ({ name, distance: editDistance(compared, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)[0]
}

/** How many letters have to be inserted, deleted or replaced to turn one text into the other. */
export function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...from].entries()) {
    const distances = [row + 1]
    for (let column = 0; column < to.length; column++) {
      const replaced = (above[column] ?? 0) + (letter === to[column] ? 0 : 1)
      distances.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (distances[column] ?? 0) + 1))
    }
    above = distances
  }
  return above[to.length] ?? 0
}
