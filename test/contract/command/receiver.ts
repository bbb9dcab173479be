import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLoopback } from '../engine/target'
import { listenForDeliveries } from '../receiver/listen'
import { FileError } from './files'
import type { CommandOptions } from './options'
import type { Receiver } from '../receiver/receiver'

/** Whether a run takes deliveries: where it was told to, and by itself for a deployment on this machine. */
export function listens({ baseUrl, mode, receiverListen, receiverUrl }: CommandOptions): boolean {
  const wanted = receiverListen !== undefined || receiverUrl !== undefined
  return mode === 'full' && (wanted || (baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname)))
}

/** Listens where the run takes deliveries, and says which authority the service under test has to trust. */
export async function startReceiver(
  options: CommandOptions,
  prefix: string,
  print: (text: string) => void,
): Promise<Receiver | undefined> {
  if (!listens(options)) return undefined
  const { receiverListen, receiverUrl: url, receiverCaOut } = options
  try {
    const receiver = await listenForDeliveries({ ...receiverListen, url })
    const path = receiverCaOut ?? join(tmpdir(), `event-delivery-conformance-${prefix}-ca.pem`)
    await writeFile(path, receiver.ca ?? '')
    print(`Deliveries are taken at ${receiver.baseUrl}.`)
    // Behind a tunnel it is the tunnel's certificate that the service sees.
    if (url === undefined) print(`The service under test has to trust ${path}, or not look at certificates.`)
    if (receiverCaOut !== undefined) return receiver
    return { ...receiver, close: () => receiver.close().then(() => rm(path, { force: true })) }
  } catch (error) {
    throw new FileError(
      `The receiver cannot listen: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
