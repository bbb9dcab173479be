/** Headers as lines: `name: value`. */
export function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Reads headers from lines. A line that is none is a problem, which is told in a sentence. */
export function headersIn(text: string): { found: Record<string, string>; problem?: string } {
  const found: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t\r]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      return { found, problem: `Line ${index + 1} is no header. Write it as name: value.` }
    }
    found[name.toLowerCase()] = value
  }
  return { found }
}

/** The headers that differ: those with another value or a new name, and `null` for those that are to be left out. */
export function changedHeaders(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string | null> | undefined {
  const earlier = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]))
  const changes: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(after)) if (earlier.get(name) !== value) changes[name] = value
  for (const name of earlier.keys()) if (!Object.hasOwn(after, name)) changes[name] = null
  return Object.keys(changes).length === 0 ? undefined : changes
}
