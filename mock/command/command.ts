import type { Backend } from '../backend'
import { builtInKeys, randomKeys } from '../access/keys'
import { createForwards } from '../deliveries/forwards'
import { createMetrics } from '../faces/node/metrics'
import { PortTakenError } from '../faces/node/listen'
import { serve } from '../faces/node/serve'
import { PrismMissingError } from '../faces/prism/load'
import { isLoopback } from '../http/loopback'
import type { Logger } from '../settings/logger'
import { createRandom } from '../settings/random'
import { storeAuthority } from './authority'
import { backendOf, played } from './commanded-backend'
import { createEnding, type Ending } from './ending'
import { forwardsOf } from './local-webhooks'
import { createLog } from './log'
import { openStore } from './open-store'
import { readOptions, type CommandOptions } from './options'
import { createOutput, isSameStream, type Output } from './output'
import { paintFor } from './paint'
import { firstLook, untilReached, type Looking } from './stored-data'
import { startJson, type Start } from './start'
import { startText } from './start-lines'
import { isStoreCommand, runStoreCommand } from './store-command'
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
  const [word = '', ...rest] = args
  try {
    if (isStoreCommand(word)) {
      process.exitCode = await runStoreCommand(word, rest, out.write)
      return
    }
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

// Real milliseconds that requests and deliveries under way get to end. Docker kills ten seconds after its signal.
const graceToEnd = 8_000

async function run(options: CommandOptions, { out, err, ending }: Surroundings): Promise<void> {
  const { stdout, stderr, env } = process
  const log = createLog(err, { form: options.log, quiet: options.quiet, paint: paintFor(stderr, env) })
  const { host } = options
  // Beyond loopback everybody could use the keys that everybody knows.
  const keys = isLoopback(host) ? builtInKeys : randomKeys(createRandom())
  // A database that starts leaves time to load what counts.
  const [opened, metrics] = await Promise.all([
    options.store && openStore(options.store, log.logger),
    options.prism === 'static' ? undefined : createMetrics(),
  ])
  const forwards = createForwards(forwardsOf(options))
  const backend = backendOf(options, { keys, metrics, store: opened?.store, forwards, log })
  const looking: Looking = { backend, opened, forwards, options, log: log.logger }
  const stopAll = async () => {
    await backend.close()
    await opened?.stop()
  }
  const data = await firstLook(looking, keys).catch(failedAfter(stopAll))
  const { server, face, authority } = await listen(options, backend, log.logger).catch(failedAfter(stopAll))
  const stopWaiting = untilReached(data, looking, ending.begin)

  async function close() {
    authority?.forget()
    stopWaiting()
    const drained = backend.drain()
    // The deliveries of memory are lost in any case. Those of a store would wait for the end of their leases.
    await Promise.all([server.close({ grace: graceToEnd }), opened && within(graceToEnd, drained)])
    await stopAll()
    await face?.close()
    log.end()
    if (!face?.violations) return
    log.logger.warn(`Answers that broke the document: ${face.violations}.`)
    process.exitCode = 1
  }
  ending.set(close, (error) => {
    log.logger.error('Not all could be closed.', error)
    process.exit(1)
  })

  const start: Start = {
    baseUrl: server.baseUrl,
    ca: authority?.file,
    foreignCertificate: options.certificate !== undefined,
    // Prism's own mock has none of it.
    backend: options.prism === 'static' ? undefined : played(options, data),
  }
  out.write(options.json ? JSON.stringify(startJson(start)) : startText(start, paintFor(stdout, env)))
}

/** Serves a backend, or Prism where a flag asks for it. */
async function listen(options: CommandOptions, backend: Backend, logger: Logger) {
  const { host, port, tlsNames, allowHosts, allowOrigins } = options
  const face = await prismFace(options.prism, backend, logger)
  const authority = options.tls ? await storeAuthority([host, ...tlsNames], options.caOut) : undefined
  const tls = authority ?? options.certificate
  const stop = async () => {
    authority?.forget()
    await face?.close()
  }
  const listening = { port, host, tls, allowHosts, allowOrigins }
  const server = await serve(face ?? backend, listening).catch(failedAfter(stop))
  return { server, face, authority }
}

/** Cleans up behind a start that failed, and lets it fail. */
const failedAfter = (stop: () => Promise<void>) => async (error: unknown) => {
  await stop()
  throw error
}

/** Waits for some work, but no longer than `limit` milliseconds. */
async function within(limit: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limit)))
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Starts Prism if a flag asks for it. It is loaded only then, because it takes seconds to start. */
async function prismFace(prism: CommandOptions['prism'], backend: Backend, logger: Logger) {
  if (prism === undefined) return undefined
  const { createStaticFace, createValidatingFace } = await import('../faces/prism/face')
  return prism === 'static' ? createStaticFace(logger) : createValidatingFace(backend, logger)
}
