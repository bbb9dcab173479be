import { StoreInUseError } from '../store-errors'
import { presenceLock } from './changes'
import { createDatabase, type Database, type Session, type Statement } from './database'
import { migrate } from './migrate'
import { checkFingerprint, createSecrets, type Secrets } from './secrets'
import { checkOptions, defaultSchema, type PostgresStoreOptions } from './settings'
import { readText } from './text'

const isAlone: Statement = {
  name: 'is_alone',
  text: `select pg_try_advisory_xact_lock({lock:${presenceLock}}) as alone`,
}
// Nobody adds a secret in the clear meanwhile.
const lockSecrets: Statement = {
  name: 'lock_secrets',
  text: 'lock table {schema}.webhook, {schema}.api_key in exclusive mode',
}
const readWebhookSecrets: Statement = {
  name: 'read_webhook_secrets',
  text: 'select id, secret, previous_secret as previous from {schema}.webhook',
}
const writeWebhookSecrets: Statement = {
  name: 'write_webhook_secrets',
  text: `
update {schema}.webhook w set secret = s.secret, previous_secret = s.previous
from unnest($1::text[], $2::text[], $3::text[]) as s (id, secret, previous) where w.id = s.id`,
}
const readKeys: Statement = { name: 'read_key_texts', text: 'select id, key from {schema}.api_key' }
const writeKeys: Statement = {
  name: 'write_key_texts',
  text: `
update {schema}.api_key k set key = s.key, lookup = s.lookup
from unnest($1::text[], $2::text[], $3::text[]) as s (id, key, lookup) where k.id = s.id`,
}
const writeEncryption: Statement = {
  name: 'write_encryption',
  text: 'update {schema}.meta set encryption = $1',
}

/**
 * Encrypts the webhook secrets and API keys of a store that was made without a key, in one transaction. Processes that use the
 * store without the key no longer can, and would go on writing in the clear, so they are stopped first. Resolves with whether anything had to be done: a store that
 * is empty, or encrypted with this key, stays as it is.
 *
 * @throws StoreInUseError where a process that waits for notifications uses the store.
 * @throws StoreMismatchError where the store is encrypted with another key.
 * @throws StoreUnavailableError where the database cannot be reached.
 * @example
 * await encryptStore('postgres://user:password@localhost/database', { encryptionKey: process.env.EVENT_DELIVERY_STORE_KEY! })
 */
export async function encryptStore(
  url: string,
  { schema = defaultSchema, encryptionKey }: { schema?: string; encryptionKey: string },
): Promise<boolean> {
  checkOptions({ url, encryptionKey } satisfies PostgresStoreOptions)
  const database: Database = createDatabase({ url, schema, prepare: false, connections: 1 })
  const secrets = createSecrets(encryptionKey)
  try {
    return await database.transaction(async (session) => {
      const { dialect, encryption } = await migrate(session)
      if (encryption !== null) checkFingerprint(encryption, secrets)
      // The first start on an empty store encrypts it from the beginning.
      if (encryption !== null || dialect === null) return false
      const [row] = await session.rows<{ alone: boolean }>(isAlone)
      if (!row?.alone) {
        throw new StoreInUseError(
          `Processes use the store in the schema ${schema}. Stop them first, and start them again with the key: without it they would go on writing in the clear.`,
        )
      }
      await session.rows(lockSecrets)
      await sealAll(session, secrets)
      await session.rows(writeEncryption, [secrets.fingerprint])
      return true
    })
  } finally {
    await database.close()
  }
}

async function sealAll(session: Session, secrets: Secrets): Promise<void> {
  const webhooks = await session.rows<{ id: string; secret: string; previous: string | null }>(
    readWebhookSecrets,
  )
  const sealed = (text: string, id: string) => secrets.seal(readText(text), readText(id))
  await session.rows(writeWebhookSecrets, [
    webhooks.map(({ id }) => id),
    webhooks.map(({ id, secret }) => sealed(secret, id)),
    webhooks.map(({ id, previous }) => (previous === null ? null : sealed(previous, id))),
  ])
  const keys = await session.rows<{ id: string; key: string }>(readKeys)
  await session.rows(writeKeys, [
    keys.map(({ id }) => id),
    keys.map(({ id, key }) => sealed(key, id)),
    keys.map(({ key }) => secrets.lookup(readText(key))),
  ])
}
