import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { freePort } from './free-port'
import { makeFolder } from './folder'
import type { Until } from './until'

const program = process.env['REDIS_SERVER'] ?? 'redis-server'

/**
 * Runs a server until the standard input ends, as it does with the process that writes there, and exits once the server is gone: only then
 * is its port free.
 */
const guarded = `exec 3<&0
"$0" "$@" 3<&- &
server=$!
{ read -r _ <&3; kill -9 $server; } &
wait $server`

/** Says why this machine cannot run a test on Redis, and what to install. `undefined` where it can. */
export function missingRedis(): string | undefined {
  return spawnSync(program, ['--version']).error
    ? `no ${program}: apt-get install redis-server, or set REDIS_SERVER to the program of Redis or Valkey`
    : undefined
}

/** A Redis of a test, on a loopback port that stays the same. */
export type RedisServer = Awaited<ReturnType<typeof startRedis>>

/** Starts a Redis that keeps nothing on disk. It ends with `until`, and together with this process, however that ends. */
export async function startRedis(until: Until, settings: readonly string[] = []) {
  const port = await freePort()
  const folder = await makeFolder(until)
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
  let end = async () => {}

  const server = {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Runs a command in the inline form, and resolves to the raw answer. */
    command: (line: string) => commandOf(port, line),
    /** Ends the process as a power cut would. What it held is gone. */
    kill: () => end(),
    /** Starts it again, empty. */
    async start() {
      const guard = spawn('sh', ['-c', guarded, program, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
      const exited = once(guard, 'exit')
      end = async () => {
        guard.stdin.end()
        await exited
      }
      const ended = exited.then(() => {
        throw new Error(
          `${program} ended on port ${port} before it answered. Does something else listen there?`,
        )
      })
      await Promise.race([answering(port), ended])
      ended.catch(() => {})
    },
  }
  until(() => server.kill())
  await server.start()
  return server
}

/** Starts a cluster of three nodes that share the slots. Resolves to their ports. */
export async function startRedisCluster(until: Until): Promise<number[]> {
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '5000']
  const nodes = await Promise.all([0, 1, 2].map(() => startRedis(until, settings)))
  const [first, ...others] = nodes
  const bounds = [0, 5461, 10923, 16384]
  for (const [index, node] of nodes.entries()) {
    await node.command(`CLUSTER ADDSLOTSRANGE ${bounds[index]} ${bounds[index + 1]! - 1}`)
    // Nodes that begin in one epoch need long to agree.
    await node.command(`CLUSTER SET-CONFIG-EPOCH ${index + 1}`)
  }
  for (const other of others) await first!.command(`CLUSTER MEET 127.0.0.1 ${other.port}`)
  for (const node of nodes) {
    while (!(await node.command('CLUSTER INFO')).includes('cluster_state:ok')) await pause()
    while (!(await node.command('CLUSTER INFO')).includes('cluster_known_nodes:3')) await pause()
  }
  return nodes.map((node) => node.port)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

async function answering(port: number): Promise<void> {
  for (;;) {
    const answer = await commandOf(port, 'PING').catch(() => '')
    if (answer.startsWith('+PONG')) return
    await pause()
  }
}

function commandOf(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(`${line}\r\nQUIT\r\n`))
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.on('error', reject).on('close', () => resolve(answer))
  })
}
