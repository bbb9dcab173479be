import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a temporary folder. `until` registers its removal with the test runner: `onTestFinished`, or `afterAll`. */
export async function makeFolder(until: (remove: () => Promise<void>) => unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-'))
  until(() => rm(folder, { recursive: true, force: true }))
  return folder
}
