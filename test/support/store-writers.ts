import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { makeFolder } from './folder'
import { root } from './root'
import type { Until } from './until'

/** The result of a creation. */
export interface WriterAnswer {
  id?: string
  replayed?: boolean
  failed?: string
}

/** A process that creates events. */
export type Writer = Awaited<ReturnType<typeof startWriter>>

/** Bundles the program, so that a process starts in a moment. Resolves with its path, which `until` has removed. */
export async function bundleWriter(until: Until): Promise<string> {
  const outfile = join(await makeFolder(until), 'writer.cjs')
  await build({
    entryPoints: [join(root, 'test/mock/store/store-writer.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['pg-native'],
    logLevel: 'silent',
  })
  return outfile
}

/** Starts a process that creates events in the store of a schema. */
export async function startWriter(program: string, url: string, schema: string) {
  const child = spawn(process.execPath, [program, url, schema], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.on('error', () => {})
  const nextLine = async () => {
    const line = await lines.next()
    if (line.done) throw new Error('The writer was killed.')
    return line.value
  }
  await nextLine()
  return {
    /** Creates an event for each key, all at once. Rejects where the process is killed meanwhile. */
    async create(keys: readonly string[], now: number) {
      child.stdin.write(`${JSON.stringify({ keys, now })}\n`)
      return JSON.parse(await nextLine()) as WriterAnswer[]
    },
    kill: () => void child.kill('SIGKILL'),
    /** Ends the process when it has answered. */
    async end() {
      const exit = once(child, 'exit')
      child.stdin.end()
      await exit
    },
  }
}
