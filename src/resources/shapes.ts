// What the client relies on in an answer. The whole schema is the conformance suite's business, and would cost 10 kB here.

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const strings =
  (...names: string[]) =>
  (value: unknown): value is Fields =>
    isObject(value) && names.every((name) => typeof value[name] === 'string')

const eventStrings = strings('id', 'type', 'created')

export const isEvent = (value: unknown) => eventStrings(value) && 'data' in value
export const isWebhook = strings('id', 'url', 'status')
export const isWebhookWithSecret = strings('id', 'url', 'secret')
export const isDeletion = strings('id')
export const isKey = strings('key')

export const isPageOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) &&
  Array.isArray(value['data']) &&
  value['data'].every(isItem) &&
  typeof value['hasMore'] === 'boolean' &&
  (!value['hasMore'] || typeof value['nextCursor'] === 'string')
