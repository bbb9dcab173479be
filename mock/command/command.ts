import { rmSync } from 'node:fs'
import { createBackend } from '../backend'
import { createDeliveryFetch } from '../node/delivery-fetch'
import { createForwards } from '../node/forwards'
import { PortTakenError, serve } from '../node/serve'
import { storeAuthority } from './authority'
import { readOptions, UsageError, type CommandOptions } from './options'

/** The command `event-delivery-mock`. Ends with status 2 on a wrong command line, 1 on any other failure. */
export async function runCommand(args: string[]): Promise<void> {
  try {
    const options = readOptions(args, process.env)
    if (options) await run(options)
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof PortTakenError
    process.stderr.write(`event-delivery-mock: ${(error as Error).message}\n`)
    process.exitCode = isUsage ? 2 : 1
  }
}

async function run(options: CommandOptions): Promise<void> {
  const { port, host, dialect, plan, seed, controlToken, forwards, ca, allowPrivate, json } = options
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const logger = {
    info: log,
    warn: log,
    error: (line: string, cause?: unknown) => log(`${line} ${String(cause)}`),
  }
  const backend = createBackend({
    dialect,
    plan,
    seed,
    controlToken,
    logger,
    fetch: createDeliveryFetch({
      allowInternal: allowPrivate,
      forwards: createForwards(forwards),
      ca,
      logger,
    }),
  })
  const authority = options.tls ? await storeAuthority(host) : undefined
  const forgetAuthority = () => {
    if (authority) rmSync(authority.folder, { recursive: true, force: true })
  }
  const tls = authority ?? options.certificate
  const server = await serve(backend, { port, host, tls }).catch((error: unknown) => {
    forgetAuthority()
    throw error
  })

  let stopping = false
  const stop = async () => {
    // A second Ctrl-C does not wait.
    if (stopping) process.exit(130)
    stopping = true
    forgetAuthority()
    await Promise.all([server.close(), backend.close()])
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  if (json) print(JSON.stringify({ baseUrl: server.baseUrl, ca: authority?.file }))
  else print(`Listening on ${server.baseUrl}${authority ? `, trust ${authority.file}` : ''}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
