/** The parts of a text that change from run to run, and the words that are written in their place. The order matters. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\bedc[0-9a-z]{6,30}[\w.~/-]*/g, '<run>'],
  [/\b\d{4}-?\d\d-?\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|seconds?|milliseconds?|min|minutes?)\b/g, '<duration>'],
  [/\b(?:evt|wh|cur|whsec|sk_live|sk_test)_[\w.~+/=-]+/g, '<id>'],
  // A number of any length is one mark: a seed of seven digits and one of eight are alike.
  [/\b\d{4,}\b/g, '<number>'],
  // Identifiers of requests, traces and nodes: a longer word with a digit in it.
  [/\b(?=[\w-]*\d)[\w-]{8,}\b/g, '<id>'],
]

/** A text without what changes from run to run: ids, times, and the names that one run gives. */
export function invariant(text: string, baseUrl: string): string {
  return varying.reduce(
    (left, [pattern, mark]) => left.replace(pattern, mark),
    text.replaceAll(baseUrl, '<base>'),
  )
}
