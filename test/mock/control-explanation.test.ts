import { expect, test } from 'vitest'
import { rules, openQuestions } from '../../generated/rules'
import { situationSamples } from '../../generated/situation-samples'
import { createHarness, type Harness } from '../support/backend'
import { explainedRefusals, type Explanation } from './explained-refusals'

const control = { key: null }

async function explanation({ call }: Harness): Promise<Explanation> {
  const { data } = (await call('GET', '/__mock/journal', control)).json as unknown as {
    data: { kind: string; number: number; refusal?: object }[]
  }
  const { number } = data.filter(({ refusal }) => refusal).at(-1)!
  return (await call('GET', `/__mock/journal/${number}/explanation`, control)).json as never
}

test.each(explainedRefusals)(
  '$title is explained by its rule and by what would have done',
  async ({ ask, dialect, rule, near, link }) => {
    const harness = createHarness({ dialect })
    const reply = await harness.call(...ask)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    const shown = await explanation(harness)
    const { hint, ...exact } = near
    expect(shown.near).toMatchObject(exact)
    expect(shown.near!.hint).toContain(hint ?? '')
    expect(shown.rule).toMatchObject({ id: rule, text: expect.stringMatching(/[.?]$/) as string })
    expect(shown).toMatchObject({
      code: reply.json.error.code,
      pointer: expect.stringMatching(/^openapi\.yaml#/) as string,
    })
    if (link !== undefined) expect(shown.link).toBe(link)
  },
)

test('an id of the other mode, a deleted one and a mistyped one are told apart', async () => {
  const harness = createHarness()
  const { call, createEvent, createWebhook } = harness
  const { id } = await createWebhook()
  const { json } = await createEvent({}, { key: 'sk_test_mock' })
  const near = async (method: string, path: string) => {
    await call(method, path)
    return (await explanation(harness)).near
  }
  expect(await near('GET', `/v1/events/${json.id}`)).toMatchObject({
    right: 'a key that begins with sk_test_',
  })
  expect(await near('DELETE', `/v1/webhooks/${id.slice(0, -1)}`)).toMatchObject({ right: id })
  expect(await near('DELETE', `/v1/webhooks/${json.id}`)).toMatchObject({ right: 'wh_...' })
  await call('DELETE', `/v1/webhooks/${id}`)
  expect(await near('DELETE', `/v1/webhooks/${id}`)).toMatchObject({
    hint: 'This webhook was deleted, as the journal shows.',
  })
})

test('every situation of the rulebook names rules that exist', () => {
  const ids = new Set([...rules, ...openQuestions].map(({ id }) => id))
  for (const [name, { rules: broken }] of Object.entries(situationSamples)) {
    expect(broken.length, name).toBeGreaterThan(0)
    for (const { id } of broken) expect(ids).toContain(id)
  }
})

test('an explanation repeats no secret, and is there for refused requests alone', async () => {
  const harness = createHarness()
  const key = 'sk_live_0123456789abcdef'
  await harness.call('GET', '/v1/events', { key })
  await harness.createEvent({ type: { key } })
  expect(JSON.stringify(await explanation(harness))).not.toContain(key)
  await harness.call('GET', '/v1/events')
  const { data } = (await harness.call('GET', '/__mock/journal', control)).json as {
    data: { number: number }[]
  }
  const ask = (number: unknown) =>
    harness.call('GET', `/__mock/journal/${String(number)}/explanation`, control)
  expect([(await ask(data.at(-1)!.number)).status, (await ask(99)).status, (await ask('x')).status]).toEqual([
    404, 404, 404,
  ])
})
