import { rmSync } from 'node:fs'
import { createBackend, type Backend } from '../backend'
import type { Logger } from '../settings/logger'
import { createDeliveryFetch } from '../faces/node/delivery-fetch'
import { createForwards } from '../deliveries/forwards'
import { PortTakenError } from '../faces/node/listen'
import { serve } from '../faces/node/serve'
import { PrismMissingError } from '../faces/prism/load'
import { storeAuthority } from './authority'
import { readOptions, type CommandOptions } from './options'
import { UsageError } from './usage-error'

/** The command `event-delivery-mock`. Ends with status 2 on a wrong command line, 1 on any other failure. */
export async function runCommand(args: string[]): Promise<void> {
  try {
    const options = readOptions(args, process.env)
    if (options) await run(options)
  } catch (error) {
    const isUsage =
      error instanceof UsageError || error instanceof PortTakenError || error instanceof PrismMissingError
    process.stderr.write(`event-delivery-mock: ${(error as Error).message}\n`)
    process.exitCode = isUsage ? 2 : 1
  }
}

async function run(options: CommandOptions): Promise<void> {
  const { port, host, dialect, plan, seed, controlToken, ca, allowPrivate, json } = options
  const forwards = createForwards(options.forwards)
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
    forwards,
    fetch: createDeliveryFetch({ allowInternal: allowPrivate, forwards, ca, logger }),
  })
  const face = await prismFace(options.prism, backend, logger)
  const authority = options.tls ? await storeAuthority(host) : undefined
  const forgetAuthority = () => {
    if (authority) rmSync(authority.folder, { recursive: true, force: true })
  }
  const tls = authority ?? options.certificate
  const server = await serve(face ?? backend, { port, host, tls }).catch(async (error: unknown) => {
    forgetAuthority()
    await face?.close()
    throw error
  })

  let stopping = false
  const stop = async () => {
    // A second Ctrl-C ends the process at once.
    if (stopping) process.exit(130)
    stopping = true
    forgetAuthority()
    // The backend closes together with the server, because its open journal streams would keep the server waiting.
    await Promise.all([backend.close(), server.close()])
    await face?.close()
    if (!face?.violations) return
    log(`Answers that broke the document: ${face.violations}.`)
    process.exitCode = 1
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  if (json) print(JSON.stringify({ baseUrl: server.baseUrl, ca: authority?.file }))
  else print(`Listening on ${server.baseUrl}${authority ? `, trust ${authority.file}` : ''}`)
}

/** Starts Prism if a flag asks for it. It is loaded only then, because it takes seconds to start. */
async function prismFace(prism: CommandOptions['prism'], backend: Backend, logger: Logger) {
  if (prism === undefined) return undefined
  const { createStaticFace, createValidatingFace } = await import('../faces/prism/face')
  return prism === 'static' ? createStaticFace(logger) : createValidatingFace(backend, logger)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
