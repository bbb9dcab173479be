import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { onTestFinished, vi } from 'vitest'
import { runCommand } from '../../mock/command/command'
import { commands, startNode, type NodeProcess } from './processes'

type Environment = Record<string, string>

/** A command that runs, in this process or in one of its own. */
export type RunningMock = Pick<NodeProcess, 'ended' | 'firstLine' | 'stop'>

/** A command that listens. */
export interface ServingMock<Running extends RunningMock = RunningMock> {
  running: Running
  baseUrl: string
  /** The first line, which is JSON. */
  start: StartLine
  /** Sends a request with the live key, a POST where there is a body. */
  send(path: string, body?: object, headers?: Record<string, string>): Promise<Response>
}

/** The fields of the first line that tests look at. */
export interface StartLine {
  baseUrl: string
  ca: string
  store?: { place: string; data: string }
  keys?: { key: string; name: string }[]
  role?: string
  maxMemory: number
  residentMemory: number
}

const own = (environment: Environment) => {
  const unset = { EVENT_DELIVERY_MOCK_TOKEN: '', EVENT_DELIVERY_STORE_KEY: '' }
  return { ...process.env, ...unset, ...environment }
}

/** Runs the built command as a process, to its end or that of the test. */
export function runProcess(args: readonly string[], environment: Environment = {}): NodeProcess {
  const started = startNode([commands.mock, ...args], { env: own(environment) })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

/** Starts the command, and waits until it listens. */
export async function startMock<Running extends RunningMock = RunningMock>(
  args: readonly string[],
  environment?: Environment,
  run: (args: readonly string[], environment?: Environment) => Running = runMock as () => Running,
): Promise<ServingMock<Running>> {
  const running = run(['--port', '0', '--json', ...args], environment)
  const start = JSON.parse(await running.firstLine()) as StartLine
  const { baseUrl } = start
  return {
    running,
    baseUrl,
    start,
    send(path, body, headers = {}) {
      return fetch(`${baseUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json', ...headers },
        body: body && JSON.stringify(body),
      })
    },
  }
}

/**
 * Runs the command in this process, in a fraction of the time that a process takes to start. Until the test ends it has streams,
 * an environment and signals of its own, and everybody else what the process has.
 */
export function runMock(args: readonly string[], environment: Environment = {}): RunningMock {
  const signals = new EventEmitter()
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const printed = { out: '', err: '' }
  stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text))
  stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text))
  let tellEnd = (_status?: number) => {}
  const ended = new Promise<number | undefined>((resolve) => (tellEnd = resolve)).then(async (status) => {
    signals.emit('exit')
    await Promise.all([stdout, stderr].map((stream) => finished(stream.end())))
    return { status: status ?? edges.exitCode ?? 0, ...printed }
  })
  const edges = {
    ...{ stdout, stderr, env: own(environment), exitCode: undefined as number | undefined, exit: tellEnd },
    on: signals.on.bind(signals),
  }
  const realProcess = process
  const ownProcess = new Proxy(realProcess, {
    get: (target, name) => Reflect.get(Object.hasOwn(edges, name) ? edges : target, name) as unknown,
    set: (target, name, value) => Reflect.set(Object.hasOwn(edges, name) ? edges : target, name, value),
  })
  const takePlace = () => vi.stubGlobal('process', ownProcess)
  takePlace()
  void runCommand(args).then(() => tellEnd())
  const begun = () =>
    printed.out.includes('\n') ||
    Promise.race([ended, new Promise((resolve) => stdout.once('data', resolve))])
  const stop = async () => {
    await begun()
    // Another command of the same test may have begun since.
    takePlace()
    signals.emit('SIGTERM')
    return ended
  }
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(async () => void (await stop()))
  return {
    ended,
    stop,
    async firstLine() {
      while (!printed.out.includes('\n')) {
        const heard = await begun()
        if (typeof heard === 'object')
          throw new Error(`The command printed no line before its end. ${printed.err}`)
      }
      return printed.out.slice(0, printed.out.indexOf('\n'))
    },
  }
}
