import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../support/root'
import { installCopy } from '../tools/matrix/installation'

/** The folder of this file. */
export const here = fileURLToPath(new URL('.', import.meta.url))

/** The frameworks, installed in a folder below the one where the packed SDK is. */
export type Frameworks = Awaited<ReturnType<typeof installFrameworks>>

/** The secret of the receivers in the guide. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** What the environment of a server in production holds that receives deliveries. */
export const production = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', WEBHOOK_SECRET: secret }

/** Installs the frameworks, and copies what runs beside them. */
export async function installFrameworks(installation: string) {
  const folder = join(installation, 'frameworks')
  // `installed` imports it by the path that it has in the repository.
  await cp(join(root, 'test/support/receiver-probe.ts'), join(installation, 'support/receiver-probe.ts'))
  return { folder, run: await installCopy(here, folder, [], production) }
}
