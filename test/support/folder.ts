import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Until } from './until'

/** Makes a temporary folder, which `until` has removed. */
export async function makeFolder(until: Until): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-'))
  until(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}
