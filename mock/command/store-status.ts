import { defaultDialect, type CompleteDialect } from '../../generated/dialect'
import { differingFields } from '../control/differing-fields'
import { mostCounted } from '../store/postgres/counts'
import type { MigrationResult } from '../store/postgres/migrate'
import type { Recovery } from '../store/postgres/recover'
import type { StoreStatus } from '../store/postgres/status'
import { excerpt } from '../../src/core/visible'

/** The state of a store that was looked at, and where it is. */
export interface FoundStatus {
  /** Without a password. */
  place: string
  schema?: string
  status: StoreStatus
  /** The versions before and after a migration. Absent where none was asked for. */
  migrated?: MigrationResult
  /** Absent where nothing was recovered. */
  recovered?: Recovery
}

/** Whether the schema is that of this version. */
export function isUpToDate({ version, wantedVersion }: StoreStatus): boolean {
  return version === wantedVersion
}

/** The state as one object: times are ISO 8601 in UTC, `null` stands for what is not there. */
export function statusJson({ place, schema, status, migrated, recovered }: FoundStatus): object {
  const { version, wantedVersion, dialect, encrypted, events, webhooks, keys, pendingDeliveries, estimated } =
    status
  return {
    store: place,
    schema,
    upToDate: isUpToDate(status),
    version,
    wantedVersion,
    migratedFrom: migrated?.from,
    firstDelivery: recovered?.firstDelivery,
    dialect: dialect === null ? null : (JSON.parse(dialect) as object),
    encrypted,
    events,
    webhooks,
    keys,
    pendingDeliveries,
    estimated,
    oldestDue: timeOf(status.oldestDue),
  }
}

/** The state for people, a line for each thing. */
export function statusText({ place, schema, status, migrated, recovered }: FoundStatus): string {
  const { dialect, encrypted, events, webhooks, keys, pendingDeliveries, estimated, oldestDue } = status
  // The database has no estimate of a table that was filled just now. The rows that were counted are the least then.
  const about = (name: StoreStatus['estimated'][number]) => {
    if (!estimated.includes(name)) return ''
    return status[name] > mostCounted + 1 ? 'about ' : 'at least '
  }
  const rows: [string, string][] = [
    ['store', schema === undefined ? place : `${place}, schema ${schema}`],
    ['version', versionWords(status, migrated)],
  ]
  if (recovered)
    rows.push([
      'recovered',
      `deliveries go on with ${recovered.firstDelivery}; cursors of before are refused`,
    ])
  if (dialect !== null) {
    const due =
      pendingDeliveries === 0 ? '' : `, the first one due at ${timeOf(oldestDue) ?? 'no known time'}`
    rows.push(
      ['dialect', dialectWords(JSON.parse(dialect) as CompleteDialect)],
      ['events', `${about('events')}${events}`],
      ['webhooks', `${webhooks}`],
      ['keys', `${keys}, with the secrets of webhooks ${encrypted ? 'encrypted' : 'in the clear'}`],
      ['deliveries', `${about('pendingDeliveries')}${pendingDeliveries} pending${due}`],
    )
  }
  return rows.map(([name, words]) => `${name.padEnd(12)}${excerpt(words, 2_000)}`).join('\n')
}

function versionWords(
  { version, wantedVersion }: StoreStatus,
  migrated: MigrationResult | undefined,
): string {
  if (migrated && migrated.from !== migrated.to)
    return migrated.from === 0
      ? `${version}, which was made just now`
      : `${version}, up from ${migrated.from}`
  if (version === wantedVersion) return `${version}, up to date`
  if (version === 0) return 'none: there is no data yet. A start or migrate makes the schema'
  if (version < wantedVersion)
    return `${version}, and this package wants ${wantedVersion}. A start or migrate brings it there`
  return `${version}, and this package knows ${wantedVersion} at most: use a newer event-delivery-mock`
}

/** The fields of a dialect that differ from the default. */
function dialectWords(dialect: CompleteDialect): string {
  const different = differingFields(dialect, defaultDialect)
  if (different.length === 0) return 'the default one'
  return JSON.stringify(Object.fromEntries(different.map((name) => [name, dialect[name]])))
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
