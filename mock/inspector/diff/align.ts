/** A pair of indexes: one of each sequence where both have the same item, or an index of one of them alone. */
export type Aligned = readonly [left: number | undefined, right: number | undefined]

// The search for the shortest way takes the square of the differences. With more than these, no way is short to read.
const mostEdits = 300

/**
 * Aligns two sequences of numbers so that equal ones face each other, by as few differences as there can be. The equal beginning and end
 * are found first. Where the middle differs in more than 300 items, it counts as different as a whole, so that long sequences take
 * time in proportion to their length.
 */
export function align(left: ArrayLike<number>, right: ArrayLike<number>): Aligned[] {
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++

  const aligned: Aligned[] = []
  for (let index = 0; index < start; index++) aligned.push([index, index])
  for (const pair of middle(left, right, start, left.length - end, right.length - end)) aligned.push(pair)
  for (let index = end; index > 0; index--) aligned.push([left.length - index, right.length - index])
  return aligned
}

/** Aligns what lies between the equal beginning and the equal end: the greedy algorithm of Myers (1986). */
function middle(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  start: number,
  leftEnd: number,
  rightEnd: number,
): Aligned[] {
  const height = leftEnd - start
  const width = rightEnd - start
  // The furthest index of `left` on each diagonal, after each number of edits.
  const history: Int32Array[] = []
  const reached = new Int32Array(2 * mostEdits + 3)
  const centre = mostEdits + 1
  for (let edits = 0; edits <= Math.min(mostEdits, height + width); edits++) {
    history.push(reached.slice(centre - edits - 1, centre + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const above = reached[centre + diagonal + 1] ?? 0
      const before = reached[centre + diagonal - 1] ?? 0
      const goesDown = diagonal === -edits || (diagonal !== edits && before < above)
      let x = goesDown ? above : before + 1
      while (x < height && x - diagonal < width && left[start + x] === right[start + x - diagonal]) x++
      reached[centre + diagonal] = x
      if (x >= height && x - diagonal >= width) return wayBack(history, start, height, width)
    }
  }
  const whole: Aligned[] = []
  for (let index = start; index < leftEnd; index++) whole.push([index, undefined])
  for (let index = start; index < rightEnd; index++) whole.push([undefined, index])
  return whole
}

/** Follows the shortest way from its end to its beginning. */
function wayBack(history: readonly Int32Array[], start: number, height: number, width: number): Aligned[] {
  const way: Aligned[] = []
  let x = height
  let y = width
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reached = history[edits] as Int32Array
    const at = (diagonal: number) => reached[diagonal + edits + 1] ?? 0
    const diagonal = x - y
    const goesDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const from = goesDown ? diagonal + 1 : diagonal - 1
    const fromX = edits === 0 ? 0 : at(from)
    const fromY = edits === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x--
      y--
      way.push([start + x, start + y])
    }
    if (edits === 0) break
    if (goesDown) way.push([undefined, start + --y])
    else way.push([start + --x, undefined])
  }
  return way.reverse()
}
