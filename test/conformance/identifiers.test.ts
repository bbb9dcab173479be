import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'

test('a cursor may hold anything after its prefix', async () => {
  const target = createTarget()
  const fetch = async (request: Request) => {
    const url = new URL(request.url)
    const cursor = url.searchParams.get('cursor')
    if (cursor !== null) url.searchParams.set('cursor', cursor.replace('cur_the next ', 'cur_'))
    const response = await target.fetch(cursor === null ? request : new Request(url, request))
    const text = await response.text()
    const { status, headers } = response
    const body = status === 204 ? null : text.replace(/"nextCursor":"cur_/, '"nextCursor":"cur_the next ')
    return new Response(body, { status, headers })
  }
  const lists = checks.filter(({ rules }) => rules.some((rule) => rule.startsWith('PG-')))
  const report = await runChecks({ ...target, fetch }, lists)
  expect(findings(report)).toEqual([])
})
