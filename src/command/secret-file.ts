import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isFailingDisk, readWithin, reasonOf, textOf as fileText } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { makeFolders } from '../core/folders'
import { textOf } from './input'
import type { Invocation } from './program'

/** A secret that is kept in a file. */
export interface KeptSecret {
  secret: string
  file: string
  /** Whether the file was made now. */
  isNew: boolean
  /** Whether others may read the file. */
  isExposed: boolean
}

/** The variable that holds the secret of a webhook. */
export const secretVariable = 'EVENT_DELIVERY_WEBHOOK_SECRET'

const onlyOwner = 0o600
const onlyOwnerFolder = 0o700

function cannot(file: string, verb: string, error: unknown): UsageError {
  return new UsageError(`${file} cannot be ${verb}: ${reasonOf(error)}. Name another file by --secret-file.`)
}

/** The file in which `listen` keeps its secret unless another is named. */
export function usualSecretFile(environment: Readonly<Record<string, string | undefined>>): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'event-delivery', 'listen.secret')
}

/** The secret of a file. Where there is no file, it is made with a new secret. Throws a `UsageError`. */
export function keepSecret(file: string): KeptSecret {
  const made = `whsec_${randomBytes(32).toString('base64')}`
  try {
    makeFolders(dirname(file), onlyOwnerFolder)
    writeFileSync(file, `${made}\n`, { flag: 'wx', mode: onlyOwner })
    return { secret: made, file, isNew: true, isExposed: false }
  } catch (error) {
    // A full disk takes the file and not its text: the next start would find no secret in it.
    if (isFailingDisk(error)) rmSync(file, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannot(file, 'written', error)
  }
  try {
    const secret = fileText(readWithin(file)).trim()
    if (!/^whsec_[A-Za-z0-9+/_-]{16,}={0,2}$/.test(secret))
      throw new UsageError(
        `${file} holds no secret that begins with whsec_. Delete the file, and a new secret is made.`,
      )
    // Windows has no such bits.
    const isExposed = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
    return { secret, file, isNew: false, isExposed }
  } catch (error) {
    throw error instanceof UsageError ? error : cannot(file, 'read', error)
  }
}

/** A new file that only its owner can read, still empty. */
export interface ReservedFile {
  write(secret: string): void
  remove(): void
}

/** Makes the file that a secret will be written to. Throws a `UsageError` where it exists or cannot be made. */
export function reserveSecretFile(file: string): ReservedFile {
  try {
    closeSync(openSync(file, 'wx', onlyOwner))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${file} exists and may hold another secret. Name a new file by --secret-file.`)
    throw cannot(file, 'written', error)
  }
  return {
    write: (secret) => writeFileSync(file, `${secret}\n`),
    remove: () => rmSync(file, { force: true }),
  }
}

/** The secrets of `--secret-file` and `--secret`, or else that of the environment. Throws a `UsageError`. */
export async function secretsOf(command: string, invocation: Invocation): Promise<string[]> {
  const { flags, environment } = invocation
  const { secretFile: file, secret: named = [] } = flags
  // The line break at the end of the file is no part of the secret.
  const fromFile =
    file === undefined ? [] : [(await textOf('--secret-file', file, invocation)).replace(/\r?\n$/, '')]
  const given = [...fromFile, ...named]
  const secrets = given.length > 0 ? given : [environment[secretVariable] ?? '']
  if (!secrets.includes('')) return secrets
  throw new UsageError(
    `${command} needs the secret of the webhook: name its file by --secret-file FILE, or set ${secretVariable}.`,
  )
}
