import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { validateDialect, type Dialect } from '../../generated/dialect'
import { createBackend } from '@event-delivery/mock'
import type { Report } from '@event-delivery/conformance'
import { statable } from '../contract/engine/observed-dialect'
import { makeFolder } from '../support/folder'
import { callCommand as run } from './command'
import { serveAnswers, startService } from './service'

const folder = await makeFolder(afterAll)
const { backend } = await startService()

const leavesOut = /--dialect-out \S+ leaves out what no dialect can state: .*errors\.missingKey\.code/

/** What a broken service does with the body of each refusal. */
const breakages: readonly [string, RegExp, (error: Record<string, unknown>) => unknown][] = [
  ['names a param everywhere', /./, (error) => ({ ...error, param: 'id' })],
  ['has an empty message and code', leavesOut, (error) => ({ ...error, message: '', code: '' })],
  ['has no param', /./, ({ code, message }) => ({ code, message })],
]

for (const [does, told, change] of breakages) {
  test(`the dialect of a service that ${does} can be read again`, async () => {
    const { flags } = await serveAnswers(async (request) => {
      const answer = await backend.fetch(request)
      if (answer.status < 400) return answer
      const { error } = (await answer.json()) as { error: Record<string, unknown> }
      const headers = new Headers(answer.headers)
      headers.delete('content-length')
      return new Response(JSON.stringify({ error: change(error) }), { status: answer.status, headers })
    })
    const path = join(folder, `${breakages.findIndex(([one]) => one === does)}.json`)
    const json = `${path}.report`
    const refusals = 'refusals-of-keys,refusals-of-events,refusals-of-webhooks'
    const only = ['--only', `OQ-09,WD-3,${refusals},retrieve-event,unknown-path-and-method`]
    const { out } = await run([...flags, ...only, '--dialect-out', path, '--json', json])
    const written = JSON.parse(await readFile(path, 'utf8')) as unknown
    expect(validateDialect(written), JSON.stringify(validateDialect.errors)).toBe(true)
    expect(out).toMatch(told)
    // The readers of the file take it: the mock, and a later run. What was left out stands in the report, which is apart.
    const { dialect, notStated = {} } = JSON.parse(await readFile(json, 'utf8')) as Report
    expect(dialect).toEqual(written)
    expect(Object.keys(notStated).length > 0).toBe(told === leavesOut)
    if (told === leavesOut) expect(notStated).toMatchObject({ 'errors.missingKey.code': '' })
    await createBackend({ dialect }).close()
    expect((await run([...flags, '--dialect', path, '--dry-run'])).status).toBe(0)
  })
}

test('what a dialect cannot state is left out part by part of a refusal, else with its whole field', () => {
  const seen = {
    listOrder: 'sideways',
    errors: { unknownEvent: { message: 'None.', novelty: 1 } },
    maxPayloadBytes: 1_000,
    extra: true,
  } as unknown as Dialect
  const { dialect, leftOut } = statable(seen)
  expect(dialect).toEqual({ errors: { unknownEvent: { message: 'None.' } }, maxPayloadBytes: 1_000 })
  expect(leftOut).toEqual({ 'errors.unknownEvent.novelty': 1, extra: true, listOrder: 'sideways' })
})
