import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { root } from '../support/root'
import { run } from '../support/run'

/** Runs the flows against a mock, with the document of that deployment beside them, and returns what the runner printed. */
async function respect(options: Parameters<typeof createBackend>[0]): Promise<string> {
  const server = await serve(createBackend(options), { port: 0 })
  onTestFinished(() => server.close())
  const folder = await makeFolder(onTestFinished)
  await copyFile(join(root, 'openapi/flows.arazzo.yaml'), join(folder, 'flows.arazzo.yaml'))
  const document = await fetch(`${server.baseUrl}/__mock/openapi.yaml`)
  await writeFile(join(folder, 'openapi.yaml'), await document.text())
  const command = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const args = ['respect', 'flows.arazzo.yaml', '--input', 'authorization=Bearer sk_live_mock']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const ended = run(process.execPath, [command, ...args], { cwd: folder, env })
  const { stdout, stderr } = await ended.catch((error: unknown) => error as Awaited<typeof ended>)
  return stdout + stderr
}

const fetchDelivery: typeof fetch = async () => new Response(null, { status: 204 })

test('the flows of the interface succeed in a deployment with statuses of its own', async () => {
  const dialect = { createEventStatus: 202, replayEventStatus: 200, deleteWebhookStatus: 202 }
  expect(await respect({ fetch: fetchDelivery, dialect })).toContain('Workflows: 3 passed, 3 total')
})

test('a flow fails where the service forgets an idempotency key', async () => {
  const dialect = { idempotency: { in: 'header', name: 'X-Other-Key' } } as const
  const printed = await respect({ fetch: fetchDelivery, dialect })
  expect(printed).toContain('Workflows: 2 passed, 1 failed, 3 total')
  expect(printed).toContain('Workflow name: sendOnce')
})
