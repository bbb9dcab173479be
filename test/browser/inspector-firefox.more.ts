import { expect, onTestFinished, test } from 'vitest'
import { launchFirefox, missingFirefox } from '../support/firefox'
import { serveMock } from './inspector-page'

const missing = missingFirefox()
const title = 'in Firefox an event is sent, its delivery seen and opened'

test.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, async () => {
  const { url, control } = await serveMock({ fetch: async () => new Response('no', { status: 401 }) })
  await control('POST', '/webhooks', { mode: 'live', url: 'https://shop.example/hooks', events: ['*'] })
  const firefox = await launchFirefox()
  onTestFinished(() => firefox.close())
  await firefox.open(url)
  await firefox.click('.menu [data-panel=send]')
  await firefox.click('.panel-content .primary:not(:disabled)')
  await firefox.until(`return document.querySelector('.row .chip.odd')`)
  await firefox.click('.panel-pane > header > .button.icon')
  await firefox.click('.row')
  await firefox.click('.attempt > summary')
  // The part of the page that is loaded later computes with what the receiver has.
  await firefox.click('.why > summary')
  await firefox.type('.why textarea', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  await firefox.until(`return document.querySelector('[data-finding=secret-unknown]')`)
  const told = await firefox.until<string>(`return document.querySelector('.signature')?.innerText`)
  expect(told).toMatch(/valid/i)
})
