import { createBackend, type Backend } from '../backend'
import { builtInKeys } from '../access/keys'
import { createForwards } from '../deliveries/forwards'
import { createDeliveryFetch } from '../faces/node/delivery-fetch'
import { PortTakenError, serve } from '../faces/node/serve'
import { PrismMissingError } from '../faces/prism/load'
import type { Logger } from '../settings/logger'
import { storeAuthority } from './authority'
import { forwardTo, withWebhooks, webhookOf } from './local-webhooks'
import { createLog } from './log'
import { readOptions, type CommandOptions } from './options'
import { createOutput, type Output } from './output'
import { paintFor } from './paint'
import { isBuiltIn, shownKeys, shownWebhook, startJson, type Start } from './start'
import { startText } from './start-lines'
import { UsageError } from './usage-error'

/** The command `event-delivery-mock`. Ends with status 2 on a wrong command line, 1 on any other failure. */
export async function runCommand(args: string[]): Promise<void> {
  const { stdout, stderr, env } = process
  // Until the mock listens, there is nothing to end but the process.
  const ending = { start: (): void => process.exit(0) }
  const outputs = {
    out: createOutput(stdout, () => ending.start()),
    err: createOutput(stderr, () => ending.start()),
  }
  try {
    const options = readOptions(args, env, outputs.out.write)
    if (options) await run(options, outputs, ending)
  } catch (error) {
    const isUsage =
      error instanceof UsageError || error instanceof PortTakenError || error instanceof PrismMissingError
    outputs.err.write(`event-delivery-mock: ${(error as Error).message}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

async function run(
  options: CommandOptions,
  { out, err }: { out: Output; err: Output },
  ending: { start(): void },
): Promise<void> {
  const { stdout, stderr, env } = process
  const log = createLog(err, { form: options.log, quiet: options.quiet, paint: paintFor(stderr, env) })
  const { port, host, dialect, plan, controlToken, ca, allowPrivate, webhooks } = options
  const keys = builtInKeys
  const forwards = createForwards([...options.forwards, ...webhooks.flatMap((one) => forwardTo(one) ?? [])])
  const backend = createBackend({
    dialect,
    plan,
    keys,
    seed: withWebhooks(options.seed, webhooks),
    controlToken,
    forwards,
    // The log gets requests, deliveries and notices as entries. The backend's own messages would repeat them.
    logger: { error: log.logger.error },
    fetch: createDeliveryFetch({ allowInternal: allowPrivate, forwards, ca, logger: log.logger }),
  })
  const face = await prismFace(options.prism, backend, log.logger)
  const authority = options.tls ? await storeAuthority([host, ...options.tlsNames], options.caOut) : undefined
  const server = await serve(face ?? backend, {
    port,
    host,
    tls: authority ?? options.certificate,
  }).catch(async (error: unknown) => {
    authority?.forget()
    await face?.close()
    throw error
  })

  let stopping = false
  const stop = async () => {
    // A second Ctrl-C ends the process at once.
    if (stopping) process.exit(130)
    stopping = true
    authority?.forget()
    // The backend closes together with the server, because its open journal streams would keep the server waiting.
    await Promise.all([backend.close(), server.close()])
    await face?.close()
    log.end()
    if (!face?.violations) return
    log.logger.warn(`Answers that broke the document: ${face.violations}.`)
    process.exitCode = 1
  }
  ending.start = () => void (stopping || stop())
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  const start: Start = {
    baseUrl: server.baseUrl,
    ca: authority?.file,
    foreignCertificate: options.certificate !== undefined,
    backend:
      options.prism === 'static'
        ? undefined
        : {
            keys: shownKeys(options.seed?.keys ?? keys, isBuiltIn),
            wantsToken: controlToken !== undefined,
            plan,
            dialect,
            maxMemory: options.maxMemory,
            webhooks: webhooks.map((one) => shownWebhook(one.target, webhookOf(one))),
            forwards: options.forwards,
          },
  }
  out.write(options.json ? JSON.stringify(startJson(start)) : startText(start, paintFor(stdout, env)))
}

/** Starts Prism if a flag asks for it. It is loaded only then, because it takes seconds to start. */
async function prismFace(prism: CommandOptions['prism'], backend: Backend, logger: Logger) {
  if (prism === undefined) return undefined
  const { createStaticFace, createValidatingFace } = await import('../faces/prism/face')
  return prism === 'static' ? createStaticFace(logger) : createValidatingFace(backend, logger)
}
