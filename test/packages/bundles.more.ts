import { expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'
import { root } from '../support/root'

/** A text of each part that a page may load later or not at all. */
const parts = {
  inspector: 'Filter by type:, status:',
  control: 'There is no such control route.',
  document: 'The deployment. Plain HTTP',
}

type Part = keyof typeof parts

/** Builds a page that imports the package as it is published. Returns the parts in what it loads at once, and in what it may load. */
async function bundled(code: string): Promise<{ first: Part[]; all: Part[]; length: number }> {
  const entry = `${root}/entry-of-page.js`
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: entry, external: [/^node:/] } },
    plugins: [
      {
        name: 'entry of the page',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const [start] = chunks.filter(({ isEntry }) => isEntry)
  const names = new Set([start?.fileName])
  for (const name of names) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      names.add(imported)
  }
  const textOf = (of: typeof chunks) => of.map((chunk) => chunk.code).join('\n')
  const first = textOf(chunks.filter(({ fileName }) => names.has(fileName)))
  const all = textOf(chunks)
  const within = (text: string) => (Object.keys(parts) as Part[]).filter((part) => text.includes(parts[part]))
  return { first: within(first), all: within(all), length: first.length }
}

test('a page loads the control routes of a backend only when they are asked for, and the inspector never', async () => {
  const { first, all } = await bundled(
    "import { createBackend } from '@event-delivery/mock'\nwindow.backend = createBackend()",
  )
  expect(first).not.toContain('control')
  expect(all).toEqual(['control', 'document'])
})

test('a page that imports the inspector has all of it but the backend', async () => {
  const { first, all } = await bundled(
    "import { mountInspector } from '@event-delivery/mock/inspector'\nwindow.mount = mountInspector",
  )
  expect(first).toEqual(['inspector'])
  expect(all).toEqual(['inspector'])
})

test.each([
  ['createInbox', 5_000],
  ['waitForIdle', 5_000],
  ['createForwards', 10_000],
  ['createClock', 23_000],
])('an import of %s alone leaves the backend and its document out', async (name, most) => {
  const { all, length } = await bundled(
    `import { ${name} } from '@event-delivery/mock'\nwindow.used = ${name}`,
  )
  expect(all).toEqual([])
  expect(length).toBeLessThan(most)
})
