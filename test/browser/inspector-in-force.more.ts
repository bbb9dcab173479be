import { expect } from 'vitest'
import { createClock, createForwards } from '@event-delivery/mock'
import { inChromium, inspect, serveMock, openPage } from './inspector-page'

inChromium('what is in force stands in one line, and one click clears each of it or all', async () => {
  const { page, show, post, control } = await inspect({
    clock: createClock({ running: true, timeout: 60_000 }),
    forwards: createForwards(),
    dialect: { createEventStatus: 200 },
    plan: 'enterprise:500',
  })
  const line = page.getByRole('region', { name: 'In force' })
  const told = async () => (await line.innerText()).replace(/\s+/g, ' ')
  await show()
  await expect.poll(told).toMatch(/^In force 1 field of the dialect at most 500 requests\/s$/i)
  await control('POST', '/faults', { kind: 'status', status: 503, times: 3, operation: 'createEvent' })
  await control('POST', '/faults', { kind: 'latency', latency: 50, operation: 'listEvents' })
  await control('POST', '/forwards', { from: 'https://shop.example/hooks', to: 'http://localhost:3000/in' })
  await control('POST', '/clock/advance', { hours: 24 })
  await expect.poll(told).toMatch(/2 faults .*https:\/\/shop.example\/hooks → .*clock 1 d ahead/)

  // The request that a fault affected names it, says how often it will be applied again, and removes it.
  await post('/v1/events', { type: 'order.paid', data: {} })
  await page.locator('.row', { hasText: '503' }).click()
  const affecting = page.locator('.detail .affecting-faults')
  await expect.poll(() => affecting.innerText()).toMatch(/fault_1: status 503, applied 2 more times/)
  await affecting.getByRole('button', { name: 'Remove it: fault_1' }).click()
  await expect.poll(told).toMatch(/latency 50 ms/)
  await expect.poll(() => affecting.innerText()).toMatch(/no longer in force/)

  await line.getByRole('button', { name: 'Take the clock to the real time' }).click()
  await expect.poll(told).not.toContain('clock')
  await line.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(told).toMatch(/^In force 1 field of the dialect at most 500 requests\/s$/i)
  expect(await control('GET', '/in-force')).toMatchObject({ faults: [], forwards: [] })
})

inChromium('an attempt that was signed in another time than the mock’s says so', async () => {
  const { page, show, control, deliver } = await inspect({ signWith: 'real-time' })
  await control('POST', '/clock/advance', { hours: 48 })
  const { id } = await deliver()
  await show(`?open=${id}`)
  await page.locator('.attempt > summary').click()
  const told = page.locator('.attempt', { hasText: /Signed at \d{4}-.* UTC.*the real time.* of the mock/ })
  await told.waitFor()
})

inChromium('local time stands beside UTC, and the clock stands still when the mock is gone', async () => {
  const mock = await serveMock({ clock: createClock({ running: true }) })
  const { page } = await openPage({ timezoneId: 'Asia/Kolkata', mayComplain: /net::ERR/ })
  const { id } = await mock.post('/v1/events', { type: 'order.paid', data: {} })
  await page.goto(`${mock.url}?open=${id}`)
  const clock = page.locator('.top-bar .clock')
  await clock.getByText(/\d\d:\d\d here/).waitFor()
  await page.locator('.detail-head', { hasText: /\d\d:\d\d:\d\d UTC, \d\d:\d\d:\d\d here/ }).waitFor()
  await mock.close()
  await page.locator('.link.lost').waitFor()
  const stopped = await clock.innerText()
  // The clock is drawn four times a second: a frame after so many of them it would show another second.
  await page.waitForTimeout(1_300)
  expect(await clock.innerText()).toBe(stopped)
})
