import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { differencesOf } from '../contract/reports/differences'
import { mutantOf } from '../mutants/find'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { createTarget } from '../support/backend'
import { named } from '../support/judged'

const folder = await makeFolder(afterAll)
const path = (name: string) => join(folder, name)
const only = named('create-event', 'list-order', 'delete-webhook')

const { break: breakage } = mutantOf('deletion-returns-nothing')
const reports: Record<string, Report> = {
  'newest.json': await runChecks(createTarget(), only),
  'again.json': await runChecks(createTarget(), only),
  'broken.json': await runChecks(createTarget({ dialect: { listOrder: 'oldest-first' } }, breakage), only),
}
for (const [name, report] of Object.entries(reports)) await writeFile(path(name), JSON.stringify(report))
await writeFile(path('dialect.json'), '{ "listOrder": "newest-first", "createEventStatus": 201 }')
await writeFile(path('no-dialect.json'), '{ "listorder": "newest-first" }')

const diff = (a: string, b: string) => callCommand(['diff', path(a), path(b)])

test('two runs that saw the same do not differ, and the status is 0', async () => {
  expect(await diff('newest.json', 'again.json')).toEqual({ status: 0, out: 'They are the same.\n', err: '' })
})

test('two reports differ in choices, verdict and checks, and the status is 1', async () => {
  const { status, out } = await diff('newest.json', 'broken.json')
  expect(status).toBe(1)
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      'verdict: conformant -> non-conformant',
      'dialect.listOrder: newest-first -> oldest-first',
      'WD-2: kept -> broken',
      'delete-webhook: passed -> failed (WD-2)',
    ]),
  )
  expect(out).not.toContain('create-event: passed -> passed')
})

test('what got worse comes first, and what one run did not judge is folded into one line and a closed part of the page', async () => {
  const some = named('list-order', 'delete-webhook', 'page-holds-at-most-100')
  const readOnly = await runChecks(createTarget(), some, { mode: 'read-only' })
  await writeFile(path('read-only.json'), JSON.stringify(readOnly))
  const { out } = await diff('newest.json', 'broken.json')
  expect(out.split('\n').slice(0, 3)).toEqual([
    'verdict: conformant -> non-conformant',
    'WD-2: kept -> broken',
    'delete-webhook: passed -> failed (WD-2)',
  ])
  const page = path('folded.html')
  const folded = await callCommand(['diff', path('newest.json'), path('read-only.json'), '--html', page])
  expect(folded.status).toBe(1)
  expect(folded.out).toMatch(
    /\n\d+ rules, checks and choices were judged or seen by one of them alone: --html lists them\.\n$/,
  )
  expect(folded.out).not.toMatch(/not-applicable|not run|not seen/)
  const html = await readFile(page, 'utf8')
  expect(html.indexOf('delete-webhook')).toBeGreaterThan(html.indexOf('<details>'))
})

test('a dialect is compared with the one of a report', async () => {
  const { status, out } = await diff('dialect.json', 'broken.json')
  expect({ status, out }).toEqual({ status: 1, out: 'dialect.listOrder: newest-first -> oldest-first\n' })
})

test('what is neither a dialect nor a report is named, and the status is 2', async () => {
  const { status, err } = await diff('dialect.json', 'no-dialect.json')
  expect(status).toBe(2)
  expect(err).toContain('no-dialect.json is no dialect: it has an unknown field listorder.')
  expect((await diff('dialect.json', 'missing.json')).err).toContain('there is no such file')
  expect((await callCommand(['diff', path('dialect.json')])).status).toBe(2)
})

const observing = checks.filter(
  ({ id, level }) => level === 'observe' || ['error-shape', 'list-envelope', 'register-webhook'].includes(id),
)

/** The changes that an answer may undergo on its way. */
interface Change {
  headers?: (all: Headers) => void
  body?: (json: object) => object
}

/** Judges a deployment whose answers are changed on their way. */
async function runOn({ headers, body = (json) => json }: Change) {
  const target = createTarget()
  const fetch = async (request: Request) => {
    const response = await target.fetch(request)
    const [text, copy] = [await response.text(), new Headers(response.headers)]
    headers?.(copy)
    const json = text === '' ? '' : JSON.stringify(body(JSON.parse(text) as object))
    return new Response(json, { status: response.status, headers: copy })
  }
  return runChecks({ ...target, fetch }, observing)
}

const differences = (a: Report, b: Report) =>
  differencesOf({ dialect: a.dialect, report: a }, { dialect: b.dialect, report: b })

const before = await runOn({})

/** Changes that no rule forbids, each with a difference that has to be told. */
const changes: readonly [string, Change, told: RegExp][] = [
  [
    'a header is gone',
    { headers: (all) => all.delete('www-authenticate') },
    /: header www-authenticate \(.*: .* -> absent$/m,
  ],
  [
    'a header is new',
    { headers: (all) => all.set('x-powered-by', 'elves') },
    /: header x-powered-by \(.*: absent -> elves$/m,
  ],
  [
    'Allow names another method',
    { headers: (all) => all.has('allow') && all.set('allow', 'GET') },
    /: header allow \(.* -> GET$/m,
  ],
  [
    'the text of errors is another',
    {
      body: (json) => ('error' in json ? { error: { ...(json.error as object), message: 'Nope.' } } : json),
    },
    /: field error\.message \(.*: .* -> Nope\.$/m,
  ],
  [
    'a resource has a field more',
    { body: (json) => ('data' in json && 'type' in json ? { ...json, region: 'eu' } : json) },
    /: field region \(.*: absent -> string$/m,
  ],
]

test.each(changes)('a difference that no rule and no dialect shows is told: %s', async (_, change, told) => {
  const lines = differences(before, await runOn(change)).map(
    (one) => `${one.name}: ${one.before} -> ${one.after}`,
  )
  expect(lines.join('\n')).toMatch(told)
})

test('what the items of a list have by chance is no difference, and what all or none of them have is one', async () => {
  const withItems = (item: (listed: object, index: number) => object) =>
    runOn({
      body: (json) =>
        'hasMore' in json && 'data' in json ? { ...json, data: (json.data as object[]).map(item) } : json,
    })
  const described = await withItems((item) => ({ ...item, description: 'A shop', region: 'eu' }))
  const bare = await withItems((item) => ({ ...item, description: undefined }))
  const partly = await withItems((item, index) => (index === 0 ? { ...item, region: 'eu' } : item))
  const told = (a: Report, b: Report) => differences(a, b).map(({ name }) => name.replace(/ \(.*/, ''))
  expect(told(described, bare)).toEqual(
    expect.arrayContaining(['GET /v1/webhooks: field data[].region', 'GET /v1/events: field data[].region']),
  )
  expect(told(described, bare).join()).not.toContain('description')
  expect(told(described, partly)).not.toContain('GET /v1/events: field data[].region')
})

test('what an observing check sees differs, and the rule is named', async () => {
  const id = 'empty-type'
  const other = structuredClone(before)
  const seen = other.checks.find((one) => one.id === id)
  if (seen) seen.message = 'Something else.'
  expect(differences(other, before)).toEqual([
    {
      group: 'Seen',
      name: expect.stringMatching(new RegExp(`^${id} \\(OQ-\\d+\\) sees$`)) as string,
      before: 'Something else.',
      after: expect.any(String) as string,
    },
  ])
})

test('the differences are written as a page', async () => {
  const page = path('diff.html')
  const { status } = await callCommand(['diff', path('newest.json'), path('broken.json'), '--html', page])
  expect(status).toBe(1)
  expect(await readFile(page, 'utf8')).toContain('delete-webhook')
})
