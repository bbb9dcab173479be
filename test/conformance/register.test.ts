import { expect, test } from 'vitest'
import { checks, register, type Report, type Target } from '@event-delivery/conformance'
import { mutantOf } from '../mutants/find'
import { createTarget } from '../support/backend'
import { named } from '../support/judged'

interface Mounted {
  suite: string
  name: string
  body: (context: unknown) => Promise<void>
}

function mount(
  target: Target,
  only: string[],
  options: { allowCouldNotRun?: boolean; onReport?: (report: Report) => void } = {},
) {
  const mounted: Mounted[] = []
  let suite = ''
  const runner = {
    describe: (name: string, body: () => void) => {
      suite = name
      body()
    },
    test: (name: string, body: (context: unknown) => Promise<void>) => mounted.push({ suite, name, body }),
  }
  register(runner, () => target, { checks: named(...only), ...options })
  return mounted
}

test('each check is mounted as a test of its chapter, and one more cleans up', async () => {
  const mounted = mount(createTarget(), ['create-event', 'register-webhook', 'empty-type'])
  expect(mounted.map(({ suite }) => suite)).toEqual([
    'Creating events',
    'Registering webhooks',
    'Open questions',
    'The run',
  ])
  for (const { body } of mounted) await body({})
})

test('no mounted test takes a parameter, which Jest would call a callback', () => {
  expect(mount(createTarget(), ['create-event']).map(({ body }) => body.length)).toEqual([0, 0])
})

test('all checks are mounted unless some are chosen', () => {
  const names: string[] = []
  const runner = {
    describe: (_: string, body: () => void) => body(),
    test: (name: string) => void names.push(name),
  }
  register(runner, createTarget())
  expect(names.length).toBe(checks.length + 1)
})

test('a check that fails fails its test, and says what the rule wants', async () => {
  const breakage = mutantOf('event-without-data').break
  const [first] = mount(createTarget({}, breakage), ['create-event'])
  await expect(first?.body({})).rejects.toThrow(/^failed: EV-3: [\s\S]*curl -i/)
})

test('a check that could not run fails its test unless that is allowed', async () => {
  const target = { ...createTarget(), keys: {} }
  await expect(mount(target, ['create-event'])[0]?.body({})).rejects.toThrow(/^could-not-run: /)
  await mount(target, ['create-event'], { allowCouldNotRun: true })[0]?.body({})
})

test('a check that is not applicable is skipped with its reason', async () => {
  let reason = ''
  const skip = (text: string) => void (reason = text)
  await mount(createTarget(), ['deliver-to-subscriber'])[0]?.body({ skip })
  expect(reason).toBe('It needs mode full.')
})

test('a breach of the document that no mounted check judges fails the last test', async () => {
  const breakage = mutantOf('event-id-with-another-prefix').break
  const mounted = mount(createTarget({}, breakage), [
    'create-event-missing-data',
    'equal-requests-without-key',
  ])
  await mounted[0]?.body({})
  await mounted[1]?.body({})
  await expect(mounted[2]?.body({})).rejects.toThrow(/EV-7/)
})
