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

/** Runs a script to its end and reads the JSON that it prints. */
export async function runScript<T>(args: string[]): Promise<T> {
  const { status, out, err } = await startNode(args, { ...options, timeLimit: longestRun }).ended
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with status ${String(status)}. ${err.slice(-2_000)}`)
  return JSON.parse(out) as T
}
