import { expect, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { createSeededRandom, resolveDialect } from '@event-delivery/mock'
import type { CompleteDialect, Dialect } from '../../generated/dialect'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'
import { sized } from '../support/tier'

const rows = pairwiseRows().map((row) => resolveDialect(dialectOf(row)))
// A twin plays the dialect that was seen, which is the row's again. A few rows show it here, the soak shows all.
const twins = sized({ more: rows.filter((_, index) => index % 10 === 0), soak: rows })

function judge(dialect: Dialect): Promise<Report> {
  const target = createTarget({ dialect, plan: 'enterprise:10', random: createSeededRandom(1) })
  return runChecks(target, checks, { mode: 'full', plan: 10, prefix: 'loop', seed: 1, samples: 10 })
}

/** Fields whose parts a run sees as far as they show: an error that never comes does not, and a default may. */
const seenInParts = ['errors', 'errorCodes', 'extras', 'headers', 'webhookList']

/** The fields of a dialect that a run sees as a whole. */
function whole(dialect: Dialect): Dialect {
  // A default page size that is the least or the largest size hides whether the service took the default or the bound.
  const alike = dialect.defaultPageSize === 1 ? 'invalidLimit' : 'overMaxLimit'
  const isBodiless = dialect.deliveryEncoding === 'empty'
  const unseen = [
    ...seenInParts,
    ...([1, 100].includes(dialect.defaultPageSize ?? 0) ? [alike] : []),
    ...(isBodiless ? ['deliveryBody', 'typePatterns'] : []),
    ...(isBodiless || dialect.testWebhooks === 'reject' ? ['testDeliveries'] : []),
  ]
  return Object.fromEntries(Object.entries(dialect).filter(([field]) => !unseen.includes(field)))
}

/** The parts of a dialect that a run has to see as they are played. */
function parts(dialect: CompleteDialect, seen: Dialect): object {
  const { errors, extras, headers: stated, operations } = dialect
  const { retrieval, ...others } = stated
  // The headers of a retrieval show only where an event is retrieved.
  const isRetrieved = seen.operations?.retrieveEvent !== null && operations.retrieveEvent !== null
  const headers = isRetrieved && retrieval ? stated : others
  const shown = Object.entries(errors).filter(([situation]) => situation in (seen.errors ?? {}))
  const usual = ([situation, entry]: [string, Record<string, unknown>]) =>
    [situation, entry.body === 'error' ? { ...entry, body: undefined } : entry] as const
  const all = { errors: Object.fromEntries(shown.map(usual)), extras, headers, ...webhookList(dialect, seen) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => Object.keys(value ?? {}).length > 0))
}

/**
 * How the list of webhooks differs from that of events, as far as it was seen: what is alike is no difference. One
 * answer shows no kind of a value in its envelope, but that there are such.
 */
function webhookList({ webhookList: stated, ...alike }: CompleteDialect, seen: Dialect): Dialect {
  const { item, list, order, lastPageCursor } = stated
  const differs = {
    ...(order === undefined || order === alike.listOrder ? {} : { order }),
    ...(lastPageCursor === undefined || lastPageCursor === alike.lastPageCursor ? {} : { lastPageCursor }),
    ...(item === undefined || equalNames(item, alike.extras.webhook) ? {} : { item }),
    ...(list === undefined || equalNames(list, alike.extras.list) ? {} : { list: {} }),
  }
  const shown = Object.entries(differs).filter(([name]) => name in (seen.webhookList ?? {}))
  return shown.length > 0 ? { webhookList: Object.fromEntries(shown) } : {}
}

function equalNames(one: object, other: object = {}): boolean {
  return Object.keys(one).sort().join() === Object.keys(other).sort().join()
}

/** A dialect without its samples, which are others in each run. */
function withoutSamples<Value>(value: Value): Value {
  const text = JSON.stringify(value, (name, one: unknown) => (name === 'sample' ? undefined : one))
  return JSON.parse(text) as Value
}

// Every row takes seconds. The soak judges all of them, and so every pair of choices.
const judged = sized({ more: rows.slice(0, Math.ceil(rows.length / 4)), soak: rows })

for (const [index, dialect] of judged.entries()) {
  test(`a deployment in a whole dialect is conformant and seen as it is (row ${index})`, async () => {
    const first = await judge(dialect)
    expect(findings(first)).toEqual([])
    expect(withoutSamples(whole(first.dialect))).toEqual(withoutSamples(whole(dialect)))
    expect(withoutSamples(first.dialect)).toMatchObject(withoutSamples(parts(dialect, first.dialect)))
    expect(Object.keys(first.dialect.errors ?? {}).length).toBeGreaterThan(15)
    expect(first.verdict).toBe('conformant')
    if (!twins.includes(dialect)) return
    const twin = await judge(first.dialect)
    const seen = ({ checks: results }: Report) =>
      results.map(({ id, status, message }) => ({
        ...{ id, status },
        // A signature of no known scheme is played in the shape that was seen, under a key that nobody knows.
        message: id === 'delivery-is-signed' ? '' : message,
      }))
    expect(seen(twin)).toEqual(seen(first))
    expect(withoutSamples(twin.dialect)).toEqual(withoutSamples(first.dialect))
  })
}
