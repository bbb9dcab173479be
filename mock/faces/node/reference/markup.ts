/** HTML in which every foreign text is escaped, so that it may be inserted as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | false | undefined | readonly Part[]

/** HTML by a template: what stands in it is escaped unless it is markup itself. A list stands as its items, `undefined` and `false` as nothing. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)))
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part !== 'string') return part.map(textOf).join('')
  return part.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Parts with a text between them. */
export function joined(parts: readonly Part[], between: string): Markup {
  return markup`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`
}

/** A text in which backticks enclose code. */
export function sentence(text: string): Markup {
  const parts = text.split(/`([^`]+)`/)
  return markup`${parts.map((part, index) => (index % 2 === 0 ? part : markup`<code>${part}</code>`))}`
}

/** The paragraphs of a text. */
export function prose(text: unknown): Markup | undefined {
  if (typeof text !== 'string') return undefined
  const paragraphs = text.trim().split(/\n\s*\n/)
  return markup`${paragraphs.map((paragraph) => markup`<p>${sentence(paragraph)}</p>`)}`
}

/** A value as JSON. */
export function json(value: unknown): Markup {
  return markup`<code>${JSON.stringify(value)}</code>`
}

/** A heading that links to itself, so that its place can be copied. */
export function heading(level: 2 | 3, place: string, text: string): Markup {
  const name = `h${level}`
  return markup`<${name} id="${place}"><a href="#${place}">${text}</a></${name}>`
}
