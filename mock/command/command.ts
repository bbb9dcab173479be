import { createBackend, type Backend } from '../backend'
import { builtInKeys, randomKeys, type KeyInput } from '../access/keys'
import { createForwards } from '../deliveries/forwards'
import { createDeliveryFetch } from '../faces/node/delivery-fetch'
import { createMetrics } from '../faces/node/metrics'
import { PortTakenError } from '../faces/node/listen'
import { serve } from '../faces/node/serve'
import { PrismMissingError } from '../faces/prism/load'
import { isLoopback } from '../http/loopback'
import type { Logger } from '../settings/logger'
import { createRandom } from '../settings/random'
import { storeAuthority } from './authority'
import { createEnding, type Ending } from './ending'
import { forwardTo, withWebhooks, webhookOf } from './local-webhooks'
import { createLog } from './log'
import { readOptions, type CommandOptions } from './options'
import { createOutput, isSameStream, type Output } from './output'
import { paintFor } from './paint'
import { shownKeys, shownWebhook, startJson, type Start } from './start'
import { startText } from './start-lines'
import { UsageError } from './usage-error'

/** The command `event-delivery-mock`. Ends with status 2 on a wrong command line, 1 on any other failure. */
export async function runCommand(args: string[]): Promise<void> {
  const { stdout, stderr, env } = process
  const ending = createEnding()
  const out = createOutput(stdout, ending.begin)
  // Whoever closes the log alone goes on using the mock.
  const err = createOutput(stderr, () => {
    if (isSameStream(1, 2)) ending.begin()
  })
  try {
    const options = readOptions(args, env, out.write)
    if (options) await run(options, { out, err, ending })
  } catch (error) {
    const isUsage =
      error instanceof UsageError || error instanceof PortTakenError || error instanceof PrismMissingError
    err.write(`event-delivery-mock: ${(error as Error).message}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

/** The edges of the process. */
interface Surroundings {
  out: Output
  err: Output
  ending: Ending
}

async function run(options: CommandOptions, { out, err, ending }: Surroundings): Promise<void> {
  const { stdout, stderr, env } = process
  const log = createLog(err, { form: options.log, quiet: options.quiet, paint: paintFor(stderr, env) })
  const { host, port, controlToken, ca, webhooks } = options
  // Beyond loopback everybody could use the keys that everybody knows.
  const keys = isLoopback(host) ? builtInKeys : randomKeys(createRandom())
  const forwards = createForwards([...options.forwards, ...webhooks.flatMap((one) => forwardTo(one) ?? [])])
  const backend = createBackend({
    dialect: options.dialect,
    plan: options.plan,
    keys,
    maxMemory: options.maxMemory,
    seed: withWebhooks(options.seed, webhooks),
    controlToken,
    forwards,
    onEntry: log.entry,
    // Deliveries and notices come as entries. The logger would tell of them again.
    logger: { error: log.logger.error },
    fetch: createDeliveryFetch({ allowInternal: options.allowPrivate, forwards, ca, logger: log.logger }),
  })
  const face = await prismFace(options.prism, backend, log.logger)
  const authority = options.tls ? await storeAuthority([host, ...options.tlsNames], options.caOut) : undefined
  const tls = authority ?? options.certificate
  const { allowHosts, allowOrigins } = options
  const listening = { port, host, tls, allowHosts, allowOrigins }
  const server = await serve(face ?? backend, listening).catch(async (error: unknown) => {
    authority?.forget()
    await face?.close()
    throw error
  })

  ending.set(async () => {
    authority?.forget()
    // The backend closes together with the server, because its open journal streams would keep the server waiting.
    await Promise.all([backend.close(), server.close()])
    await face?.close()
    log.end()
    if (!face?.violations) return
    log.logger.warn(`Answers that broke the document: ${face.violations}.`)
    process.exitCode = 1
  })

  const start: Start = {
    baseUrl: server.baseUrl,
    ca: authority?.file,
    foreignCertificate: options.certificate !== undefined,
    // Prism's own mock has none of it.
    backend: options.prism === 'static' ? undefined : played(options, keys),
  }
  out.write(options.json ? JSON.stringify(startJson(start)) : startText(start, paintFor(stdout, env)))
}

/** The part of the start that tells of the backend. */
function played(options: CommandOptions, keys: readonly KeyInput[]): Start['backend'] {
  const { plan, dialect, maxMemory, forwards, controlToken, seed, webhooks } = options
  return {
    keys: shownKeys(seed?.keys ?? keys, seed?.keys !== undefined),
    wantsToken: controlToken !== undefined,
    plan,
    dialect,
    maxMemory,
    webhooks: webhooks.map((one) => shownWebhook(one.target, webhookOf(one))),
    forwards,
  }
}

/** Starts Prism if a flag asks for it. It is loaded only then, because it takes seconds to start. */
async function prismFace(prism: CommandOptions['prism'], backend: Backend, logger: Logger) {
  if (prism === undefined) return undefined
  const { createStaticFace, createValidatingFace } = await import('../faces/prism/face')
  return prism === 'static' ? createStaticFace(logger) : createValidatingFace(backend, logger)
}
