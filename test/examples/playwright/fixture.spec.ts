import { expect, test } from '@event-delivery/mock/playwright'

const hook = 'https://shop.example/hooks'
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

test('the message of the matcher shows what was delivered instead', async ({ mock }) => {
  await mock.fetch('/v1/webhooks', { method: 'POST', headers, body: `{"url":"${hook}","events":["*"]}` })
  await mock.fetch('/v1/events', { method: 'POST', headers, body: '{"type":"order.paid","data":{}}' })
  await expect(mock).toHaveDelivered({ type: 'order.paid', times: 1 })
  const unmet = expect(mock).toHaveDelivered({ type: 'order.sent', timeout: 100 })
  await expect(unmet).rejects.toThrow(/"order\.sent".* 0 found\. Delivered or tried:\n {2}order\.paid evt_/)
  const unwanted = expect(mock).not.toHaveDelivered({ type: 'order.paid' })
  await expect(unwanted).rejects.toThrow(/No delivery like .* 1 found/)
})

test('a test that does not use the fixture sends the headers of its configuration alone', async ({
  extraHTTPHeaders,
  mockSession,
}) => {
  expect(mockSession).toBeNull()
  expect(extraHTTPHeaders).toBeUndefined()
})

test.describe('with options', () => {
  test.use({ mockOptions: { keys: [{ key: 'sk_live_shop' }], dialect: { createEventStatus: 202 } } })

  test('the mock of the test has them', async ({ mock }) => {
    const shop = { ...headers, authorization: 'Bearer sk_live_shop' }
    const answer = await mock.fetch('/v1/events', {
      method: 'POST',
      headers: shop,
      body: '{"type":"a","data":{}}',
    })
    expect(answer.status).toBe(202)
  })
})

test.describe('with a mock that runs already', () => {
  test.use({ mockUrl: 'http://localhost:5173', extraHTTPHeaders: { 'X-Shop': '1' } })

  test('the session joins the headers of the configuration', async ({ mock, page }) => {
    const [request] = await Promise.all([
      page.waitForRequest('**/orders.json'),
      page.goto('http://localhost:5173/orders.json'),
    ])
    expect(await request.allHeaders()).toMatchObject({ 'x-shop': '1', 'x-mock-session': mock.session })
  })
})
