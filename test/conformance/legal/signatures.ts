import { createHash, createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { Choices } from './dimensions'

/** The parts that a signature covers. */
export interface Signed {
  body: Buffer
  url: string
  /** The delivery's id. */
  id: string
  /** Unix seconds. */
  at: number
  secret: string
}

type Headers = Record<string, string>

const part = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')
const hmac = (algorithm: string, key: string | Buffer, ...parts: readonly (string | Buffer)[]) =>
  parts.reduce((digest, one) => digest.update(one), createHmac(algorithm, key)).digest()
const base64url = (value: string | Buffer) => Buffer.from(value).toString('base64url')

/** The Ed25519 keys of the secrets. To make one takes longer than to sign. */
const ed25519Keys = new Map<string, KeyObject>()

/** An Ed25519 key that follows from a webhook's secret: who knows the secret can make the public one. */
function ed25519(secret: string): KeyObject {
  const known = ed25519Keys.get(secret)
  if (known) return known
  const seed = createHash('sha256').update(secret).digest()
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  ed25519Keys.set(secret, key)
  return key
}

function standard(prefix: string, value: string, { id, at }: Signed): Headers {
  return { [`${prefix}-id`]: id, [`${prefix}-timestamp`]: String(at), [`${prefix}-signature`]: value }
}

const v1 = ({ body, id, at, secret }: Signed) =>
  `v1,${hmac('sha256', part(secret), `${id}.${at}.`, body).toString('base64')}`
const ofBody = ({ body, secret }: Signed) => `sha256=${hmac('sha256', secret, body).toString('hex')}`

type Scheme = Exclude<Choices['signature'], 'in-body'>

/** The headers that sign a delivery. The secret of the webhook verifies each of them. */
export const schemes: Record<Scheme, (signed: Signed) => Headers> = {
  'standard-webhooks': (signed) => standard('webhook', v1(signed), signed),
  svix: (signed) => standard('svix', v1(signed), signed),
  'timestamped-hex': ({ body, at, secret }) => ({
    'X-Event-Signature': `t=${at},v1=${hmac('sha256', secret, `${at}.`, body).toString('hex')}`,
  }),
  'body-hex': (signed) => ({ 'X-Hub-Signature-256': ofBody(signed) }),
  ed25519: (signed) => {
    const { body, id, at, secret } = signed
    const content = Buffer.concat([Buffer.from(`${id}.${at}.`), body])
    return standard('webhook', `v1a,${sign(null, content, ed25519(secret)).toString('base64')}`, signed)
  },
  'ed25519-plain': ({ body, at, secret }) => ({
    'X-Signature-Timestamp': String(at),
    'X-Signature-Ed25519': sign(
      null,
      Buffer.concat([Buffer.from(String(at)), body]),
      ed25519(secret),
    ).toString('hex'),
  }),
  'url-hmac': ({ body, url, at, secret }) => ({
    'X-Event-Signature': `t=${at},v1=${hmac('sha256', secret, `${at}.${url}.`, body).toString('hex')}`,
  }),
  'digest-hmac': ({ body, url, at, secret }) => {
    const digest = createHash('sha256').update(body).digest('hex')
    return {
      'X-Event-Signature': `t=${at},v1=${hmac('sha256', secret, `${at}.POST.${url}.${digest}`).toString('hex')}`,
    }
  },
  'parts-hmac': ({ body, url, at, secret }) => {
    const { host, pathname } = new URL(url)
    const digest = createHash('sha256').update(body).digest('base64')
    const text = `POST\n${host}\n${pathname}\n${digest}\n${at}`
    return { 'X-Event-Signature': `t=${at},v1=${hmac('sha256', secret, text).toString('hex')}` }
  },
  sha512: ({ body, at, secret }) => ({
    'X-Time': String(at),
    'X-Signature': `sha512=${hmac('sha512', secret, `${at}\n`, body).toString('hex')}`,
  }),
  base64url: ({ body, at, secret }) => ({
    Signature: base64url(hmac('sha256', secret, `${at}.`, body)),
    'Signature-Time': String(at),
  }),
  jwt: ({ body, at, secret }) => {
    const claims = { iat: at, exp: at + 300, body: createHash('sha256').update(body).digest('hex') }
    const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map((one) => base64url(JSON.stringify(one))).join('.')
    return { Authorization: `Bearer ${text}.${base64url(hmac('sha256', secret, text))}` }
  },
  rfc9421: ({ body, url, at, secret }) => {
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    const parameters = `("@method" "@target-uri" "content-digest");created=${at};keyid="webhook";alg="hmac-sha256"`
    const base =
      `"@method": POST\n"@target-uri": ${url}\n` +
      `"content-digest": ${digest}\n"@signature-params": ${parameters}`
    return {
      'Content-Digest': digest,
      'Signature-Input': `sig1=${parameters}`,
      Signature: `sig1=:${hmac('sha256', secret, base).toString('base64')}:`,
    }
  },
  'several-schemes': (signed) => ({
    ...standard('webhook', v1(signed), signed),
    'X-Hub-Signature-256': ofBody(signed),
    'X-Hub-Signature': `sha1=${hmac('sha1', signed.secret, signed.body).toString('hex')}`,
  }),
  'several-values': (signed) => {
    // The secret before the last rotation signs as well.
    const former = v1({ ...signed, secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` })
    return standard('webhook', `${former} v2,bm90LXlvdXJz ${v1(signed)}`, signed)
  },
}

/** The field that signs the other fields of a delivery in the body itself. */
export function signatureField(fields: object, secret: string): string {
  return hmac('sha256', secret, JSON.stringify(fields)).toString('hex')
}

const token = 'tok_7f3a9c1e5b2d4860a1c3e5f7092b4d6e8f1a3c5e'

/** Headers that sign nothing, and could be taken for a signature. */
export function besides(choice: Choices['besideSignature'], { body, id }: Signed): Headers {
  const kinds = {
    'static-token': { 'X-Webhook-Token': token },
    fingerprint: { 'X-Content-Sha256': createHash('sha256').update(body).digest('hex') },
    tracing: { Traceparent: `00-${createHash('md5').update(id).digest('hex')}-00f067aa0ba902b7-01` },
  }
  if (choice === 'nothing') return {}
  if (choice !== 'all') return kinds[choice]
  return { ...kinds['static-token'], ...kinds.fingerprint, ...kinds.tracing }
}
