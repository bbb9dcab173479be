// The colours of a program while it is written. Words that a highlighter would have to understand stay plain.
const tokens =
  /(?<comment>\/\/.*)|(?<string>'[^'\n]*'|`[^`]*`)|(?<keyword>\b(?:async|await|const|for|from|if|import|let|new|of|return|true)\b)|(?<number>\b\d+\b)/g

/** The program as elements, each token in a `span` whose class is its kind. */
export function highlighted(code: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const { index, 0: text, groups } of code.matchAll(tokens)) {
    const span = document.createElement('span')
    span.className = Object.keys(groups ?? {}).find((name) => groups?.[name] !== undefined) ?? ''
    span.textContent = text
    nodes.push(document.createTextNode(code.slice(end, index)), span)
    end = index + text.length
  }
  return [...nodes, document.createTextNode(`${code.slice(end)}\n`)]
}
