import { base64, fromBase64 } from '../core/encoding'
import type { SignatureScheme } from './scheme'
import { fail } from './verification-error'

function threeHeaders(name: string, ...vendors: string[]): SignatureScheme {
  const [vendor] = vendors
  return {
    name,
    encode: base64,
    key: (secret) => fromBase64(secret.replace(/^whsec_/, '')),
    prefix(id, timestamp) {
      // With a dot in the id, id and timestamp could be cut at another place: an old signature would fit a new timestamp.
      if (id?.includes('.')) fail('malformed-header', `The id ${id} has a dot.`)
      return `${id}.${timestamp}.`
    },
    read(header) {
      const read = (part: string) => header(...vendors.map((each) => each + part))
      // `v1,<signature>`, separated by spaces, or by a comma where the header came twice.
      const parts = read('-signature').split(/[\s,]+/)
      return {
        id: read('-id'),
        timestamp: read('-timestamp'),
        signatures: parts.filter((_, at) => parts[at - 1] === 'v1'),
      }
    },
    write: (id, timestamp, signature) => ({
      [vendor + '-id']: id,
      [vendor + '-timestamp']: `${timestamp}`,
      [vendor + '-signature']: 'v1,' + signature,
    }),
  }
}

/**
 * Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature`), the scheme unless another is named.
 *
 * @example
 * await verify(request, { secret, scheme: standardWebhooks })
 */
export const standardWebhooks: SignatureScheme = /* @__PURE__ */ threeHeaders('standard-webhooks', 'webhook')

/**
 * Standard Webhooks under the header names `svix-id`, `svix-timestamp` and `svix-signature`. Those of Standard Webhooks stand in for headers
 * that are absent.
 *
 * @example
 * await verify(request, { secret, scheme: svix })
 */
export const svix: SignatureScheme = /* @__PURE__ */ threeHeaders('svix', 'svix', 'webhook')
