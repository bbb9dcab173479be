import { signal } from '@preact/signals'
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Control } from '../../../mock/inspector/transport/control'
import { curlLine } from '../../../mock/inspector/transport/curl-line'
import { anyLetter } from '../../support/any-letter'
import { createHarness } from '../../support/backend'

const unauthorized = 'The control routes want the token of this mock.'

function controlOf(token?: string, answered = () => Promise.resolve()) {
  const { backend } = createHarness({ controlToken: 'right' })
  const urls: string[] = []
  let known = token ?? null
  const control = new Control({
    transport: async (request) => {
      urls.push(request.url)
      const answer = await backend.fetch(request)
      await answered()
      return answer
    },
    origin: 'http://localhost',
    session: signal(null),
    token: { get: () => known, set: (given) => (known = given) },
  })
  return { control, urls }
}

test('a token is wanted once the mock refuses, and it never stands in an address or a command line', async () => {
  const { control, urls } = controlOf()
  await expect(control.call({ method: 'GET', path: '/__mock/keys' })).rejects.toThrow(unauthorized)
  expect(control.tokenWanted.value).toBe(true)
  expect(await control.useToken('wrong')).toBe(false)
  expect(control.tokenWanted.value).toBe(true)
  expect(await control.useToken('right')).toBe(true)
  expect(control.tokenWanted.value).toBe(false)
  await control.call({ method: 'POST', path: '/__mock/keys', body: { name: 'Rotation' } })
  expect(control.lastAct.value?.curl).toBe(
    `curl 'http://localhost/__mock/keys' -H "Authorization: Bearer $EVENT_DELIVERY_MOCK_TOKEN" -H 'Content-Type: application/json' --data-raw '{"name":"Rotation"}'`,
  )
  expect(urls.join()).not.toContain('right')
})

test('a refusal of a request that had no token yet does not ask for the token that another tab gave meanwhile', async () => {
  const late: (() => void)[] = []
  const { control } = controlOf(undefined, () =>
    late.length === 0 ? new Promise((resolve) => late.push(resolve)) : Promise.resolve(),
  )
  const first = control.call({ method: 'GET', path: '/__mock/keys' })
  await expect.poll(() => late).toHaveLength(1)
  expect(await control.useToken('right')).toBe(true)
  late[0]?.()
  await expect(first).rejects.toThrow(unauthorized)
  expect(control.tokenWanted.value).toBe(false)
})

test('a refusal names its field', async () => {
  const { control } = controlOf('right')
  await expect(
    control.call({ method: 'POST', path: '/__mock/keys', body: { mode: 'both' } }),
  ).rejects.toMatchObject({
    param: 'mode',
    message: 'mode must be live or test.',
  })
})

test('a shell reads the words of a command line as they were meant', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyLetter }).filter((text) => !text.includes('\0')),
      (text) => {
        const line = curlLine(
          { method: 'POST', path: '/v1/events', body: { text } },
          { origin: 'http://localhost', hasToken: false },
        )
        const words = execFileSync('sh', ['-c', line.replace(/^curl/, `printf '%s\\n'`)]).toString()
        const body = words.trimEnd().split('\n').at(-1) ?? ''
        expect(JSON.parse(body)).toEqual({ text: JSON.parse(JSON.stringify(text)) as string })
      },
    ),
    { numRuns: 30 },
  )
})
