/** How many letters have to be inserted, deleted or replaced to turn one text into the other. */
function editDistance(from: string, to: string): number {
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

/** The known name that is closest to the written one. */
export function nearest(written: string, known: readonly string[]): string {
  const distance = (name: string) => editDistance(written.toLowerCase(), name.toLowerCase())
  return [...known].sort((one, other) => distance(one) - distance(other))[0] ?? written
}
