import { EventDelivery, type ClientOptions } from '@event-delivery/sdk'
import * as webhooks from '@event-delivery/sdk/webhooks'
import type { JournalEntry, RequestEntry } from '@event-delivery/mock'
import type { Harness } from '../../support/backend'
import { requestForms, type CopyContext } from '../../../mock/control/copy/copies'

/** The entries of a backend, oldest first. */
export async function entriesOf({ call }: Pick<Harness, 'call'>): Promise<JournalEntry[]> {
  const { json } = await call('GET', '/__mock/journal', { key: null })
  return json.data as JournalEntry[]
}

/** The entry of the last request that reached a backend. */
export async function lastRequest(harness: Pick<Harness, 'call'>): Promise<RequestEntry> {
  const entry = (await entriesOf(harness)).filter(({ kind }) => kind === 'request').at(-1)
  if (entry?.kind !== 'request') throw new Error('No request came.')
  return entry
}

/** The form of a request with this id: its text, or the reason why there is none. */
export function formOf(
  id: string,
  entry: RequestEntry,
  context: CopyContext,
): { text?: string; reason?: string } {
  const copied = requestForms(entry, context).find(({ form }) => form === id)
  if (!copied) throw new Error(`There is no form ${id}.`)
  return copied
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<void>

/** Runs a copied program whose requests go to `fetch`. Returns what it printed. */
export async function runProgram(
  text: string,
  given: typeof fetch,
  env: Record<string, string> = {},
): Promise<unknown[][]> {
  const printed: unknown[][] = []
  class Client extends EventDelivery {
    constructor(options: ClientOptions) {
      super({ ...options, fetch: (input, init) => given(input, init), maxRetries: 0 })
    }
  }
  const names: Record<string, unknown> = {
    fetch: given,
    process: { env },
    console: { log: (...values: unknown[]) => void printed.push(values) },
    EventDelivery: Client,
    ...webhooks,
  }
  const program = new AsyncFunction(...Object.keys(names), text.replace(/^import .*$/gm, ''))
  await program(...Object.values(names))
  return printed
}
