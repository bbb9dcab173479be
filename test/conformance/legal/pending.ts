import { plain } from './choices'
import { dimensionNames, type Choices } from './dimensions'

/** Legal choices that checks still blame. A service gets the plainest choice in their place until the checks are mended. */
const pending: { readonly [Name in keyof Choices]?: readonly Choices[Name][] } = {
  missingScope: [400, 402, 404, 405, 422],
  expiredKey: [400, 404, 410],
  scopedKeys: ['valid-after-2-s'],
  keyEnd: ['2-s-late'],
  testWebhooks: [403, 400, 404],
  extras: ['objects-and-ids'],
  timestamps: ['basic', 'week', 'ordinal'],
  gateway: ['502-before', '503-after', '504-html'],
  payloadLimit: [4_096, 1_024],
  cursors: ['bound-to-limit', 'of-one-use'],
  fullPages: ['some-empty'],
  order: ['by-id'],
  listLate: [1_000, 5_000],
  webhookList: ['with-hint'],
  envelope: ['own-id-flat', 'json-string', 'form', 'base64', 'xml', 'thin', 'headers-only', 'nothing'],
  deliveryEncoding: ['gzip', 'deflate', 'br'],
  besideSignature: ['fingerprint', 'all'],
  retryAfter: ['fraction', 'iso-date', 'with-unit', 'milliseconds'],
  signature: ['url-hmac', 'jwt', 'in-body'],
}

/** The choices without those that are pending. */
export function withoutPending(choices: Choices): Choices {
  const kept = dimensionNames.map((name) => {
    const values: readonly unknown[] = pending[name] ?? []
    return [name, values.includes(choices[name]) ? plain[name] : choices[name]]
  })
  return Object.fromEntries(kept) as Choices
}
