import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium, missingChromium } from '../../support/chromium'
import { serveListener } from '../../support/node-server'
import type { Tally } from './cases'
import type { Installation } from './installation'
import { printedTally } from './table'

/** A runtime, framework or compiler that runs the cases. */
export interface Runtime {
  name: string
  /** The packages of the registry that bring it. */
  packages?: string[]
  /** Says why this machine cannot run it, and what to install. `undefined` where it can. */
  missing?(): string | undefined
  run(installation: Installation): Promise<Tally>
}

const printCases = 'runCases().then((tally) => console.log(JSON.stringify(tally)))'

/** A Node that a command runs, by `import` or by `require`. */
const node = (name: string, format: 'esm' | 'cjs', command: string, ...args: string[]): Runtime => ({
  name: `${name}, ${format === 'esm' ? 'import' : 'require'}`,
  async run({ script, run }) {
    const file = await script(format === 'esm' ? 'cases.mjs' : 'cases.cjs', 'cases', printCases, { format })
    return printedTally(await run(command, [...args, file]))
  },
})

/** The Node that runs this process. */
export const thisNode = (format: 'esm' | 'cjs', name = `Node ${process.versions.node}`) =>
  node(name, format, process.execPath)

/** Node without what a React Native app on Hermes lacks. */
export const withGaps: Runtime = {
  name: "a runtime with Hermes's gaps",
  async run({ script, run }) {
    const gaps = await script('gaps.mjs', 'gaps', '')
    const cases = await script('hermes.js', 'cases', 'runCases().then(print)', {
      format: 'iife',
      bundled: true,
    })
    return printedTally(await run(process.execPath, [gaps, cases]))
  },
}

const otherNode = (major: number, format: 'esm' | 'cjs') =>
  node(`Node ${major}`, format, 'npx', '-y', '-p', `node@${major}`, 'node')

const binary = (name: string, path: string, ...args: string[]): Runtime => ({
  name,
  packages: [path.split('/')[0] ?? path],
  async run({ folder, script, run }) {
    const file = await script('cases.mjs', 'cases', printCases)
    return printedTally(await run(join(folder, 'node_modules', path), [...args, file]))
  },
})

const workerd: Runtime = {
  name: 'workerd',
  packages: ['workerd'],
  async run({ folder, script }) {
    const call = 'export default { fetch: async () => Response.json(await runCases()) }'
    await script('worker.mjs', 'cases', call, { bundled: true })
    await writeFile(
      join(folder, 'worker.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
    compatibilityDate = "2025-09-01"
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`,
    )
    const child = spawn(
      join(folder, 'node_modules/workerd/bin/workerd'),
      ['serve', 'worker.capnp', '--control-fd=3'],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      },
    )
    const exited = once(child, 'exit')
    try {
      const failed = exited.then(() => Promise.reject(new Error('workerd ended before it listened.')))
      const [line] = (await Promise.race([once(child.stdio[3]!, 'data'), failed])) as [Buffer]
      const { port } = JSON.parse(String(line).split('\n')[0] ?? '') as { port: number }
      const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(60_000) })
      return (await answer.json()) as Tally
    } finally {
      child.kill('SIGKILL')
      await exited.catch(() => {})
    }
  },
}

export const inChromium: Runtime = {
  name: 'Chromium',
  missing: missingChromium,
  async run({ script }) {
    const file = await script('page.js', 'cases', 'globalThis.runCases = runCases', { bundled: true })
    const code = await readFile(file)
    // WebCrypto wants a secure context. A page from loopback is one, a page from a file is not.
    const { baseUrl, close } = await serveListener((request, response) => {
      const isScript = request.url === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? code : '<!doctype html><script type="module" src="/page.js"></script>')
    })
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(baseUrl)
      await page.waitForFunction('globalThis.runCases', undefined, { timeout: 30_000 })
      return await page.evaluate<Tally>('runCases()')
    } finally {
      await browser.close()
      await close()
    }
  },
}

/** All runtimes, in the order of the table. */
export const runtimes: readonly Runtime[] = [
  thisNode('esm'),
  thisNode('cjs'),
  ...[20, 22, 24, 26].flatMap((major) => [otherNode(major, 'esm'), otherNode(major, 'cjs')]),
  binary('Bun', 'bun/bin/bun.exe'),
  binary('Deno', 'deno/bin.cjs', 'run', '--allow-env', '--no-prompt'),
  workerd,
  withGaps,
  inChromium,
]
