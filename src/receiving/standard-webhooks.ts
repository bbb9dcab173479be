import { base64, fromBase64 } from './encoding'
import type { SignatureScheme } from './scheme'

function threeHeaders(name: string, vendor: string): SignatureScheme {
  return {
    name,
    encode: base64,
    key: (secret) => fromBase64(secret.replace(/^whsec_/, '')),
    prefix: (id, timestamp) => `${id}.${timestamp}.`,
    read(header) {
      const [id, timestamp] = [header(vendor + '-id'), header(vendor + '-timestamp')]
      // `v1,<signature>`, separated by spaces, or by a comma where the header came twice.
      const parts = header(vendor + '-signature').split(/[\s,]+/)
      return { id, timestamp, signatures: parts.filter((_, at) => parts[at - 1] === 'v1') }
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
 * Standard Webhooks under the header names `svix-id`, `svix-timestamp` and `svix-signature`.
 *
 * @example
 * await verify(request, { secret, scheme: svix })
 */
export const svix: SignatureScheme = /* @__PURE__ */ threeHeaders('svix', 'svix')
