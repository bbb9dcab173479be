import { onTestFinished } from 'vitest'
import { commands, startNode, type NodeProcess } from './processes'

/** The command on a store, which listens. */
export interface StoreProcess {
  process: NodeProcess
  baseUrl: string
  /** The first line, which is JSON. */
  start: { store?: { place: string; data: string }; keys?: { key: string }[]; role?: string }
  /** Sends a request with the live key. */
  send(path: string, body?: object, headers?: Record<string, string>): Promise<Response>
}

/** Runs the command with `args` to its end, or until the test ends. */
export function runMock(args: readonly string[], environment: Record<string, string> = {}): NodeProcess {
  const env = { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '', EVENT_DELIVERY_STORE_KEY: '', ...environment }
  const started = startNode([commands.mock, ...args], { env })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

/** Starts the command on a store, and waits until it listens. */
export async function startOnStore(
  store: string,
  args: readonly string[] = [],
  environment?: Record<string, string>,
): Promise<StoreProcess> {
  const running = runMock(['--port', '0', '--json', '--store', store, ...args], environment)
  const start = JSON.parse(await running.firstLine()) as StoreProcess['start'] & { baseUrl: string }
  const { baseUrl } = start
  return {
    process: running,
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
