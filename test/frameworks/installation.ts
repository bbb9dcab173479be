import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { root } from '../support/root'

const execute = promisify(execFile)

/** The folder of this file. */
export const here = fileURLToPath(new URL('.', import.meta.url))

// Each command installs, compiles or answers some requests: the limit ends what hangs, on however slow a machine.
const limit = 600_000

/** The frameworks, installed in a folder below the one where the packed SDK is. */
export interface Frameworks {
  folder: string
  /** Runs a file there and returns what it printed. */
  run(file: string, args: string[]): Promise<string>
}

/** The secret of the receivers in the guide. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** The environment of a server in production that receives deliveries. */
export const environment = {
  ...process.env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  WEBHOOK_SECRET: secret,
} as NodeJS.ProcessEnv

/** Installs the frameworks of the lock file, and copies what runs beside them. */
export async function installFrameworks(installation: string): Promise<Frameworks> {
  const folder = join(installation, 'frameworks')
  await mkdir(folder)
  await cp(here, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  // `installed` imports it by the path that it has in the repository.
  await cp(join(root, 'test/support/receiver-probe.ts'), join(installation, 'support/receiver-probe.ts'))
  const options = {
    cwd: folder,
    timeout: limit,
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 26,
    env: environment,
  } as const
  const run = async (file: string, args: string[]) => {
    try {
      return (await execute(file, args, options)).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }
  const install = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', install)
  return { folder, run }
}
