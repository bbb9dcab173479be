import { readdirSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLoopback } from '../wire/loopback'
import { listenForDeliveries } from '../receiver/listen'
import { UsageError } from './usage-error'
import { writeText } from './files'
import type { CommandOptions } from './options'
import type { Network } from './network'
import type { Receiver } from '../receiver/receiver'

/** Whether a run takes deliveries: where its flags say so, and by itself for a deployment on this machine. */
export function takesDeliveries({ baseUrl, mode, receiverListen, receiverUrl }: CommandOptions): boolean {
  const wanted = receiverListen !== undefined || receiverUrl !== undefined
  return mode === 'full' && (wanted || (baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname)))
}

/** Listens for deliveries where the run takes them, and prints which authority the service under test has to trust. */
export async function startReceiver(
  options: CommandOptions,
  prefix: string,
  { fetch }: Network,
  print: (text: string) => void,
): Promise<Receiver | undefined> {
  if (!takesDeliveries(options)) return undefined
  const { receiverListen, receiverUrl: url, receiverCaOut } = options
  const receiver = await listenForDeliveries({ ...receiverListen, url, fetch }).catch((error: unknown) => {
    throw cannotListen(error, receiverListen)
  })
  try {
    print(`Deliveries are taken at ${receiver.baseUrl}.`)
    const ca = receiver.ca ?? ''
    if (receiverCaOut !== undefined) await writeText('--receiver-ca-out', receiverCaOut, ca)
    // The service sees the certificate of what stands at the public URL, not the receiver's.
    else if (url !== undefined) return receiver
    const kept = receiverCaOut === undefined ? await writeTemporary(prefix, ca) : undefined
    if (url === undefined)
      print(
        `The service under test has to trust ${kept?.path ?? receiverCaOut}, or not look at certificates.`,
      )
    return { ...receiver, close: () => receiver.close().finally(kept?.remove) }
  } catch (error) {
    await receiver.close()
    throw error
  }
}

function cannotListen(error: unknown, address: CommandOptions['receiverListen']): UsageError {
  const { code, message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    EADDRINUSE: 'its port is taken, name another',
    EADDRNOTAVAIL: 'its address is none of this machine',
    EACCES: 'its port takes rights that this process lacks, name one from 1024 on',
    ENOTFOUND: 'its host leads nowhere',
  }
  const where = address === undefined ? '' : ` at --receiver-listen ${address.host}:${address.port}`
  return new UsageError(`The receiver cannot listen${where}: ${known[code ?? ''] ?? message}.`)
}

const temporaryName = /^event-delivery-conformance-\w+-ca\.pem$/
const day = 86_400_000

/**
 * Writes a temporary file that is removed when the process ends. Files that killed processes left are removed as well.
 */
async function writeTemporary(prefix: string, ca: string): Promise<{ path: string; remove: () => void }> {
  const folder = tmpdir()
  for (const name of readdirSync(folder).filter((one) => temporaryName.test(one))) sweep(join(folder, name))
  const path = join(folder, `event-delivery-conformance-${prefix}-ca.pem`)
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { force: true })
  }
  process.once('exit', remove)
  await writeFile(path, ca, { flag: 'wx' })
  return { path, remove }
}

/** Removes a file that is too old for a run to need it. */
function sweep(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > day) rmSync(path)
  } catch {
    // The file belongs to another user, or is gone by now.
  }
}
