import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { serveAnswers } from './service'

const folder = await makeFolder(afterAll)
const headers = { 'content-type': 'text/html', 'retry-after': '0' }

/** Judges a server that is no such service. It answers all with a page, and registrations with this status. */
async function judge(status: number, only: string) {
  const answer = async ({ url }: Request) =>
    new Response('<h1>Nothing here</h1>', { status: url.endsWith('/webhooks') ? status : 404, headers })
  const { flags } = await serveAnswers(answer)
  const ledger = join(folder, `${status}.jsonl`)
  return callCommand([...flags, '--mode', 'full', '--only', only, '--ledger', ledger])
}

test('where nothing answers under /v1, the finding says to look at the base URL, and names each rule once', async () => {
  const { status, out } = await judge(404, 'version-in-path,form-of-created,webhook-choices')
  expect(status).toBe(1)
  expect(out).toContain('GET /v1/events was answered by 404. Look whether --base-url is that of the service.')
  expect(out).toMatch(/answers-fit-the-document[^]*failed: GN-1: Seen by version-in-path: The Content-Type/)
  expect(out).toMatch(/observed +form-of-created +No created was shown\.\n/)
  expect(out).toMatch(/observed +webhook-choices +No webhook was registered\.\n/)
})

test('where every request is to wait without end, the run says what to wait for', async () => {
  const retry = { 'retry-after': '9'.repeat(400) }
  const { flags } = await serveAnswers(async () => new Response('', { status: 429, headers: retry }))
  const { status, out } = await callCommand([...flags, '--only', 'GN-3'])
  expect([status, out]).toEqual([2, expect.stringContaining('Wait for the end of its rate limit')])
})

test('of registrations that were answered by server errors nobody claims that they made webhooks', async () => {
  const { out } = await judge(503, 'webhook-status')
  expect(out).toContain('Webhooks may be left, as no answer settled their registrations. Once they can be')
})

test('the checks that cannot be made for want of a key are counted from the beginning', async () => {
  const { baseUrl } = await serveAnswers(async () => new Response('', { status: 404 }))
  const { out } = await callCommand(['--base-url', baseUrl, '--only', 'GN-3,EV-1'])
  const totals = [...out.matchAll(/^ *\d+\/(\d+) +COULD NOT RUN/gm)].map(([, total]) => total)
  expect(totals.length).toBeGreaterThan(2)
  expect(new Set(totals).size).toBe(1)
})
