import type { Choices } from './dimensions'

/** Writes a JSON value in one of the forms that serialisers give to the same value. */
export function writeJson(value: unknown, form: Choices['json']): string {
  if (form === 'pretty') return `${JSON.stringify(value, undefined, 2)}\n`
  if (form === 'escaped') return escaped(JSON.stringify(value))
  return JSON.stringify(form === 'sorted' ? sorted(value) : value)
}

/** JSON in ASCII, as serialisers write it that trust no client with more. */
function escaped(json: string): string {
  return json
    .replaceAll('/', String.raw`\/`)
    .replace(/[^ -~]/g, (letter) => String.raw`\u` + letter.charCodeAt(0).toString(16).padStart(4, '0'))
}

/** A value whose fields stand in the order of their names, as databases keep them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]))
}
