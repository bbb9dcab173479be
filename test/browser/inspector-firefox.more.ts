import { expect, onTestFinished, test } from 'vitest'
import { launchFirefox, missingFirefox } from '../support/firefox'
import { serveMock } from './inspector-page'

const missing = missingFirefox()
const title = 'in Firefox an event is sent, its delivery seen and opened'

test.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (${missing})`, async () => {
  const { url, control } = await serveMock()
  await control('POST', '/webhooks', { mode: 'live', url: 'https://shop.example/hooks', events: ['*'] })
  const firefox = await launchFirefox()
  onTestFinished(() => firefox.close())
  await firefox.open(url)
  await firefox.click('.menu [data-panel=send]')
  await firefox.click('.panel-content .primary:not(:disabled)')
  await firefox.until(`return document.querySelector('.row .chip.good')`)
  await firefox.click('.panel-pane > header > .button.icon')
  await firefox.click('.row')
  await firefox.click('.attempt > summary')
  const told = await firefox.until<string>(`return document.querySelector('.signature')?.innerText`)
  expect(told).toMatch(/valid/i)
})
