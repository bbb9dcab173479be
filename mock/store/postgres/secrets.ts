import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { StoreMismatchError } from '../store-errors'
import { readText, writeText } from './text'

/** Writes and reads the webhook secrets and API keys of a store. */
export interface Secrets {
  /** Names the encryption key without showing it. `null` where nothing is encrypted. */
  readonly fingerprint: string | null
  /** The form in which a secret is stored. It is bound to the id of its record, so that no other record can have it. */
  seal(secret: string, recordId: string): string
  open(sealed: string, recordId: string): string
  /** The text by which an API key is found: equal for equal keys. */
  lookup(key: string): string
}

const algorithm = 'aes-256-gcm'
const begin = 'sealed:v1:'
const [nonceBytes, tagBytes] = [12, 16]

/** Without `encryptionKey` secrets lie in the clear. */
export function createSecrets(encryptionKey: string | undefined): Secrets {
  if (encryptionKey === undefined) {
    return {
      fingerprint: null,
      seal: writeText,
      open(sealed) {
        if (sealed.startsWith(begin)) throw new StoreMismatchError(needsKey)
        return readText(sealed)
      },
      lookup: writeText,
    }
  }
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, 32))
  const [sealing, finding] = [derive('event-delivery seal'), derive('event-delivery lookup')]
  return {
    fingerprint: derive('event-delivery fingerprint').toString('base64url').slice(0, 16),
    seal(secret, recordId) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealing, nonce).setAAD(Buffer.from(recordId))
      const sealed = [cipher.update(writeText(secret), 'utf8'), cipher.final()]
      return begin + Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },
    open(sealed, recordId) {
      const bytes = Buffer.from(sealed.slice(begin.length), 'base64url')
      const decipher = createDecipheriv(algorithm, sealing, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(recordId))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8')
      return readText(text + decipher.final('utf8'))
    },
    lookup: (key) => createHmac('sha256', finding).update(writeText(key)).digest('base64url'),
  }
}

const needsKey =
  'The webhook secrets and API keys of this store are encrypted. Give the encryption key with which they were written.'

/** Rejects an encryption key that is not the one with which the data was written. */
export function checkFingerprint(stored: string | null, { fingerprint }: Secrets): void {
  if (stored === fingerprint) return
  if (fingerprint === null) throw new StoreMismatchError(needsKey)
  throw new StoreMismatchError(
    stored === null
      ? 'The webhook secrets and API keys of this store lie in the clear: it was made without an encryption key. Start ' +
          'without the key, or plant its snapshot in a new store that has the key.'
      : 'The webhook secrets and API keys of this store are encrypted with another key than the one that was given.',
  )
}
