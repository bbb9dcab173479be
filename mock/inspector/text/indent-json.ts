const token = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy

/**
 * A JSON text with line ends and indents. Every value stays as it is written, also numbers that JavaScript would round, and
 * names that come twice. `undefined` for what is no JSON object or array.
 */
export function indentJson(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text) || !isJson(text)) return undefined
  let depth = 0
  let before = ''
  const pieces: string[] = []
  for (const [piece] of text.matchAll(token)) {
    if (/^\s/.test(piece)) continue
    const opens = before === '{' || before === '['
    if (piece === '}' || piece === ']') {
      depth--
      if (!opens) pieces.push(lineEnd(depth))
    } else if (opens) pieces.push(lineEnd(depth))
    else if (before === ',') pieces.push(lineEnd(depth))
    pieces.push(piece === ':' ? ': ' : piece)
    if (piece === '{' || piece === '[') depth++
    before = piece
  }
  return pieces.join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function lineEnd(depth: number): string {
  return `\n${'  '.repeat(depth)}`
}
