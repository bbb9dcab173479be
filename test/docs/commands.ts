import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocks, type Block } from './markdown'
import { run } from '../support/run'

/** How a `sh` block of a guide is run. The words behind the fence say it. */
export const shellFlags = {
  clone: 'in the clone of the repository; any other block runs in an empty folder',
  continued: 'in the folder of the block before it, while the servers of that block go on',
  server: 'its last command is a server, which listens until it is stopped',
  ci: 'in CI, which runs the very same lines',
  manual: 'by hand: it needs what no test has',
} as const

/** The `sh` blocks of all guides. */
export const shellBlocks = blocks().filter(({ language }) => language === 'sh')

/** Whether a word stands behind the fence of a block. */
export const has = ({ flags }: Block, flag: keyof typeof shellFlags) => flags.includes(flag)

// Each block installs or starts something: the limit ends what hangs, on however slow a machine.
const limit = 300_000

/** Starts a block as its reader would, from `folder`. */
export function startBlock(code: string, folder: string, env: NodeJS.ProcessEnv) {
  // A process group of its own: one signal reaches npx, the server that it started, and all between them.
  const child = spawn('bash', ['-euo', 'pipefail', '-c', code], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const timer = setTimeout(() => signal('SIGKILL'), limit)
  const ended = once(child, 'close').then(([status]) => {
    clearTimeout(timer)
    return { status: status as number | null, output }
  })
  return {
    /** Resolves with the exit status and the output once the block has ended. */
    ended,
    /** Resolves once the output holds this pattern. Throws where the block ends before. */
    async prints(pattern: RegExp) {
      while (!pattern.test(output)) {
        const first = await Promise.race([ended, once(child.stdout, 'data'), once(child.stderr, 'data')])
        if ('status' in first) throw new Error(`It ended with status ${first.status}:\n${output}`)
      }
    },
    /** Ends the shell and whatever it started. */
    async stop() {
      signal('SIGTERM')
      await ended
    },
  }
}

/** The lines of a block, without the comments that a reader sees. */
export const commandLines = ({ code }: Block): string[] =>
  code
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The environment of a user whose npm takes the packages of this project from `registry`, and all others from where it always does. */
export type UserEnvironment = Awaited<ReturnType<typeof userEnvironment>>

/**
 * An `npx` that starts by itself what the real one has installed before, as that would after a second of the processor's time. Whatever else it
 * is asked for it hands on: each package at first, other flags, and folders that have the package themselves.
 */
const quickNpx = (real: string, cache: string) => `#!/usr/bin/env bash
if [[ "$1" = @event-delivery/* && ! -e "node_modules/$1" ]]; then
  for folder in '${cache}'/_npx/*; do
    [ -e "$folder/package.json" ] || continue
    installed=$(tr -d ' \\n' < "$folder/package.json")
    [[ "$installed" = *'"packages":["'"$1"'"]'* ]] || continue
    name="event-delivery-\${1#*/}"
    shift
    exec "$folder/node_modules/.bin/\${name%-sdk}" "$@"
  done
fi
exec '${real}' "$@"
`

/** Makes the environment of a user who has installed nothing yet. */
export async function userEnvironment(registry: string) {
  const home = await mkdtemp(join(tmpdir(), 'event-delivery-user-'))
  const { stdout } = await run('npm', ['config', 'list', '--json'])
  const own = JSON.parse(stdout) as { cache: string; userconfig: string; registry: string }
  // Downloads are shared with the machine. What npx has installed before is not: it would be an earlier build of ours.
  const cache = join(home, 'cache')
  await mkdir(cache)
  await symlink(join(own.cache, '_cacache'), join(cache, '_cacache'))
  const settings = [
    await readFile(own.userconfig, 'utf8').catch(() => ''),
    `registry=${own.registry}`,
    `@event-delivery:registry=${registry}`,
    'prefer-offline=true',
    `cache=${cache}`,
    // A person at a terminal is asked whether npx may install, and answers yes.
    'yes=true',
  ]
  // curl reports a refusal as a success unless it is told otherwise.
  await writeFile(join(home, '.curlrc'), 'fail\n')
  const NPM_CONFIG_USERCONFIG = join(home, '.npmrc')
  await writeFile(NPM_CONFIG_USERCONFIG, settings.join('\n'))
  const programs = join(home, 'programs')
  await mkdir(programs)
  const { stdout: real } = await run('which', ['npx'])
  await writeFile(join(programs, 'npx'), quickNpx(real.trim(), cache))
  await chmod(join(programs, 'npx'), 0o755)
  // `npm test` hands its own settings on, which a terminal does not have.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$)/i.test(name))
  const PATH = `${programs}:${process.env['PATH']}`
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(inherited),
    PATH,
    NPM_CONFIG_USERCONFIG,
    CURL_HOME: home,
  }
  return {
    env,
    remove: () => rm(home, { recursive: true, force: true }),
  }
}
