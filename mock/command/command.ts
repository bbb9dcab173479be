import { once } from 'node:events'
import { readCommandLine } from '../../src/core/commands/command-line'
import { cannotPrint, isFullDisk } from '../../src/core/commands/files'
import { type Interruption, watchProcess } from '../../src/core/commands/interruption'
import { paintFor } from '../../src/core/commands/paint'
import { failureLine, UsageError } from '../../src/core/commands/usage-error'
import type { Backend } from '../backend'
import { builtInKeys, randomKeys } from '../access/keys'
import { createForwards } from '../deliveries/forwards'
import { createMetrics } from '../faces/node/metrics'
import { PortTakenError } from '../faces/node/listen'
import { serve } from '../faces/node/serve'
import { PrismMissingError } from '../faces/prism/load'
import { isLoopback } from '../../src/core/url'
import type { Logger } from '../settings/logger'
import { createRandom } from '../settings/random'
import { within } from '../settings/time-limit'
import { storeAuthority } from './authority'
import { backendOf, played } from './commanded-backend'
import { forwardsOf } from './local-webhooks'
import { createLog } from './log'
import { openStore } from './open-store'
import { type CommandOptions, readOptions } from './options'
import { createOutput, isSameStream, type Output } from './output'
import { program } from './program'
import { firstLook, untilReached, type Looking } from './stored-data'
import { startJson, type Start } from './start'
import { startText } from './start-lines'
import { isStoreCommand, runStoreCommand } from './store-command'

/** The command `event-delivery-mock`. Ends with status 2 on a wrong command line, 1 on any other failure. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const { stdout, stderr, env } = process
  const interruption = watchProcess({ name: program.name, failed: 1 })
  const close = (error: Error) => {
    const isFull = isFullDisk(error)
    if (isFull) {
      err.write(failureLine(program.name, cannotPrint(error)))
      process.exitCode = 1
    }
    interruption.end('Nobody reads the output.', isFull ? 1 : 0)
  }
  const out = createOutput(stdout, close)
  // A closed log ends the mock only where it was the output as well.
  const err = createOutput(stderr, (error) => {
    if (isSameStream(1, 2)) close(error)
  })
  try {
    const line = readCommandLine(program, args, env)
    if (line.text !== undefined) return out.write(line.text)
    const { name } = line.command
    if (isStoreCommand(name)) process.exitCode = await runStoreCommand(name, line.flags, out.write)
    else await serveUntilEnd(readOptions(line.flags, env), { out, err, interruption })
  } catch (error) {
    const isUsage =
      error instanceof UsageError || error instanceof PortTakenError || error instanceof PrismMissingError
    err.write(failureLine(program.name, error))
    process.exitCode = isUsage ? 2 : 1
  }
}

/** The streams of the process, and what ends it early. */
interface Surroundings {
  out: Output
  err: Output
  interruption: Interruption
}

// Real milliseconds that requests and deliveries under way get to end. Docker kills ten seconds after its signal.
const graceToEnd = 8_000

/** Serves the mock until a signal, or until nobody reads its output. */
async function serveUntilEnd(
  options: CommandOptions,
  { out, err, interruption }: Surroundings,
): Promise<void> {
  const { stdout, stderr, env } = process
  const { signal } = interruption
  // Before anything is served there is nothing to close.
  const exit = () => process.exit(interruption.status)
  signal.addEventListener('abort', exit)
  if (signal.aborted) exit()
  const { log: form = 'text', quiet } = options
  const successes = options.log !== undefined || stderr.isTTY === true
  const log = createLog(err, { form, quiet, successes, paint: paintFor(stderr, env) })
  const { host } = options
  // Beyond loopback everybody could use the keys that everybody knows.
  const keys = isLoopback(host) ? builtInKeys : randomKeys(createRandom())
  // The library of the metrics is loaded while the database starts.
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
  const loaded = loadAll(backend)
  const data = await firstLook(looking, keys).catch(failedAfter(stopAll))
  const { server, face, authority } = await listen(options, backend, log.logger).catch(failedAfter(stopAll))
  const stopWaiting = untilReached(data, looking, () => interruption.end('The store is of no use.', 1))
  signal.removeEventListener('abort', exit)
  await loaded

  const start: Start = {
    baseUrl: server.baseUrl,
    ca: authority?.file,
    foreignCertificate: options.certificate !== undefined,
    // With `--static` Prism answers alone, and there is no backend to tell of.
    backend: options.prism === 'static' ? undefined : played(options, data),
  }
  out.write(options.json ? JSON.stringify(startJson(start)) : startText(start, paintFor(stdout, env)))

  // The connections of a store do not keep the process alive. This timer does, until the claims that are given back have reached the
  // store.
  const alive = setInterval(() => {}, longestTimer)
  if (!signal.aborted) await once(signal, 'abort')
  try {
    authority?.forget()
    stopWaiting()
    const drained = backend.drain()
    // Only with a store the end waits for deliveries under way: their claims would otherwise hold them until the leases end. In memory
    // they are lost in any case.
    await Promise.all([server.close({ grace: graceToEnd }), opened && within(graceToEnd, drained, undefined)])
    await stopAll()
    await face?.close()
  } catch (error) {
    log.logger.error('Not all could be closed.', error)
    process.exit(1)
  } finally {
    clearInterval(alive)
  }
  log.end()
  if (!face?.violations) return
  log.logger.warn(`Answers that broke the document: ${face.violations}.`)
  process.exitCode = 1
}

/**
 * Loads the control routes and the page, which a backend loads when they are first asked for. A rebuild, or an update of the package,
 * may have taken their files away by then.
 */
const loadAll = (backend: Backend) =>
  backend.fetch(new Request('http://localhost/__mock', { headers: { accept: 'text/html' } }))

// The longest time of a timer.
const longestTimer = 2 ** 31 - 1

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

/** Starts Prism if a flag asks for it. It is loaded only then, because it takes seconds to start. */
async function prismFace(prism: CommandOptions['prism'], backend: Backend, logger: Logger) {
  if (prism === undefined) return undefined
  const { createStaticFace, createValidatingFace } = await import('../faces/prism/face')
  return prism === 'static' ? createStaticFace(logger) : createValidatingFace(backend, logger)
}
