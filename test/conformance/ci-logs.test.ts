import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inert, oneLine } from '../contract/reports/inert'
import { LiveProgress } from '../contract/command/progress'
import { makeFolder } from '../support/folder'
import { anyLetter } from '../support/any-letter'
import { callCommand } from './command'
import { serveAnswers } from './service'

const folder = await makeFolder(afterAll)

/** Texts that a runner obeys, or that change what somebody reads in a log. */
const commands = [
  '::error file=a.ts::bad',
  '::set-output name=a::b',
  '::add-mask::200',
  '::stop-commands::x',
  '::group::',
  '##[error]bad',
  '##[group]',
  '##vso[task.setvariable variable=a]b',
  '##teamcity[testFailed]',
  '%0A::error::',
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u009b2J',
  '\u202e',
  '\u2066',
  '\b\b\b',
  '\u0000',
  '\u0085::error::',
]
const lineEnds = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\n  \t']

/** The parts of a text that a terminal or a runner would obey. */
function obeyed(text: string): string[] {
  const marks = text.match(/##(?:\[|vso\[|teamcity\[)/gi) ?? []
  // eslint-disable-next-line no-control-regex
  const controls = text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g) ?? []
  const lines = text.split('\n').filter((line) => line.trimStart().startsWith('::'))
  return [...marks, ...controls, ...lines]
}

const texts = fc
  .array(fc.oneof(fc.constantFrom(...commands, ...lineEnds), fc.string({ unit: anyLetter })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

test('a text of a deployment has one line, and nothing in it is obeyed', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const line = inert(oneLine(text))
      expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
      expect(obeyed(line)).toEqual([])
    }),
  )
})

test('of several lines none is obeyed, and ordinary lines stay as they are', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(obeyed(inert(text))).toEqual([])
    }),
  )
  const plain = 'a: b\n  c::d # e\n\n  ## f'
  expect(inert(plain)).toBe(plain)
})

/** A service that answers everything with this text, wherever an answer has one. */
const speaking = (text: string) => async (request: Request) => {
  const error = { error: { code: text, message: text, param: text } }
  const event = { id: text, type: text, created: text, data: { [text]: text }, url: text, secret: text }
  const page = { data: [event], hasMore: true, nextCursor: text }
  if (request.method === 'DELETE') return Response.json(error, { status: 500 })
  if (request.method === 'POST') return Response.json({ ...event, ...error }, { status: 400 })
  return Response.json(page)
}

test('no line of a log, of JUnit or of a live terminal obeys what a service says', async () => {
  const text = ['x', ...commands].join('\n') + commands.join('\r') + commands.join('\u2028')
  const { flags } = await serveAnswers(speaking(text))
  const [junit, dialect] = [join(folder, 'report.xml'), join(folder, 'dialect.json')]
  const { status, out, err } = await callCommand([...flags, '--junit', junit, '--dialect-out', dialect])
  expect(status, err).toBe(1)
  expect(out).toContain('⏎')
  for (const printed of [out, err, await readFile(junit, 'utf8')]) expect(obeyed(printed)).toEqual([])

  let written = ''
  const progress = new LiveProgress({ columns: 200, write: (one) => void (written += one) }, { total: 1 })
  const base = { title: '', rules: [], level: 'must' as const, durationMs: 1, evidence: [] }
  progress.result({ ...base, id: 'a', status: 'failed', message: text })
  progress.result({ ...base, id: 'a', status: 'could-not-run', message: text })
  progress.end()
  expect(obeyed(written.replaceAll('\r\u001b[2K', ''))).toEqual([])
})
