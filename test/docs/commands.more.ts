import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { createCertificate, serve } from '@event-delivery/mock/node'
import { freePort } from '../support/free-port'
import { pack } from '../support/pack'
import { root } from '../support/root'
import { has, startBlock, userEnvironment, type UserEnvironment } from './commands'
import { blocks, type Block } from './markdown'
import { makeFolder } from '../support/folder'
import type { NodeServer } from '../support/node-server'
import { startRegistry } from './registry'

/** A `sh` block with the blocks that go on in its folder, and the files that the guide has its reader save before. */
interface Walk {
  blocks: Block[]
  files: Block[]
}

function walks(): Walk[] {
  const found: Walk[] = []
  let files: Block[] = []
  for (const block of blocks()) {
    if (block.language === 'js') files.push(block)
    if (block.language !== 'sh' || has(block, 'ci') || has(block, 'manual')) continue
    const last = found.at(-1)
    if (has(block, 'continued') && last) last.blocks.push(block)
    else {
      found.push({ blocks: [block], files })
      files = []
    }
  }
  return found
}

let registry: NodeServer
let user: UserEnvironment
let deployment: Awaited<ReturnType<typeof serve>>
const backend = createBackend()

beforeAll(async () => {
  registry = await startRegistry(await pack())
  user = await userEnvironment(registry.baseUrl)
  // The deployment that the guides call events.example.com.
  const certificate = await createCertificate()
  deployment = await serve(backend, { port: 0, tls: certificate })
  const authority = join(await makeFolder(afterAll), 'ca.pem')
  await writeFile(authority, certificate.ca)
  user.env['NODE_EXTRA_CA_CERTS'] = authority
})

afterAll(async () => {
  await registry.close()
  await user.remove()
  await deployment.close()
  await backend.close()
})

/** Puts what this machine has in the place of the deployment, the keys and the port that a guide names. */
const adapted = (code: string, port: number) =>
  code
    .replace(/https:\/\/events\.example\.com/g, deployment.baseUrl)
    .replace(/sk_(live|test)_\.\.\./g, 'sk_$1_mock')
    .replace(/\b4010\b/g, `${port}`)

for (const { blocks: steps, files } of walks()) {
  test(`the commands at ${steps.map(({ place }) => place).join(', ')} run as they stand`, async () => {
    const folder = await makeFolder(onTestFinished)
    const port = await freePort()
    // Each reader has a deployment of their own, which holds nothing of other readers.
    await backend.reset()
    for (const { flags, code } of files) await writeFile(join(folder, flags[0]!), code)
    let exported = ''
    for (const step of steps) {
      // A terminal remembers a variable, and each block has a shell of its own.
      const code = exported + step.code
      exported += (step.code.match(/^export .*\n/gm) ?? []).join('')
      const where = has(step, 'clone') ? root : folder
      const running = startBlock(adapted(code, port), where, user.env)
      onTestFinished(() => running.stop())
      if (has(step, 'server'))
        await running.prints(new RegExp(`https?://(127\\.0\\.0\\.1|localhost):${port}`))
      else {
        const { status, output } = await running.ended
        expect(status, output).toBe(0)
      }
    }
  })
}

test('the first sample runs in the clone too', async () => {
  // The command runs as a reader of the clone would run it, who installs nothing else.
  const [sample] = blocks().filter(({ language }) => language === 'js')
  const env = { ...user.env, SAMPLE: sample!.code }
  const running = startBlock(`node --input-type=module -e "$SAMPLE"`, root, env)
  const { status, output } = await running.ended
  expect(output).toContain('{ order: 1042 }')
  expect(status).toBe(0)
})

test('the clone has the commands under the names of the packages', async () => {
  for (const name of ['sdk', 'mock', 'conformance']) {
    const running = startBlock(`npx --offline @event-delivery/${name} --help`, root, user.env)
    expect(await running.ended).toMatchObject({ status: 0 })
  }
})
