import {
  commands,
  startNode,
  startServer,
  type NodeProcessOptions,
  type ServerProcess,
} from '../../support/processes'

// The children run the built packages, as an installed copy would.
const options: NodeProcessOptions = {
  env: { ...process.env, TSX_TSCONFIG_PATH: 'test/tools/bench/tsconfig.built.json' },
}
const longestRun = 300_000

/** The arguments that make `node` run the mock's built command. */
export const mockCommand = (...args: string[]): string[] => [commands.mock, '--port', '0', '--json', ...args]

/** The arguments that make `node` run a script of `processes/`. */
export const script = (name: string, ...args: string[]): string[] => [
  '--import',
  'tsx',
  `test/tools/bench/processes/${name}.ts`,
  ...args,
]

/** Starts a server and waits for its first line, which is JSON and names its `baseUrl`. */
export function startMeasured(args: string[]): Promise<ServerProcess> {
  return startServer(args, options)
}

/** Starts servers by their arguments, one after the other, and ends all that were started once `use` has. */
export async function withServers<Name extends string, Result>(
  args: Record<Name, string[]>,
  use: (servers: Record<Name, ServerProcess>) => Promise<Result>,
): Promise<Result> {
  const servers = {} as Record<Name, ServerProcess>
  try {
    for (const name of Object.keys(args) as Name[]) servers[name] = await startMeasured(args[name])
    return await use(servers)
  } finally {
    for (const server of Object.values<ServerProcess>(servers)) await server.stop()
  }
}

/** Registers a webhook. */
export async function subscribe(mock: ServerProcess, url: string, type: string): Promise<void> {
  const response = await fetch(`${mock.baseUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: [type] }),
  })
  await response.text()
  if (response.status !== 201) throw new Error(`A webhook was answered with ${response.status}.`)
}

/** Runs a script to its end and reads the JSON that it prints. */
export async function runScript<T>(args: string[]): Promise<T> {
  const { status, out, err } = await startNode(args, { ...options, timeLimit: longestRun }).ended
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with status ${String(status)}. ${err.slice(-2_000)}`)
  return JSON.parse(out) as T
}
