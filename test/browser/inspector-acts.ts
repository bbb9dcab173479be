import type { Browser, Page } from 'playwright-core'
import type { BackendOptions } from '@event-delivery/mock'
import { openPage, serveMock, type ServedMock } from './inspector-page'

/** A panel that is open in a page, with the mock behind it. */
export interface OpenPanel extends ServedMock {
  page: Page
  /** The complaints of the page. */
  complaints: string[]
  /** Calls a control route without the page. */
  control<Result = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Result>
}

/** Opens a panel from the menu. */
export async function openPanel(
  browser: Browser,
  panel: string,
  options: BackendOptions & { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<OpenPanel> {
  const { width = 1280, colorScheme, ...backendOptions } = options
  const mock = await serveMock(backendOptions)
  const { page, complaints } = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
  await page.goto(mock.url)
  await page.locator('.link.live').waitFor()
  await page.locator(`.menu [data-panel=${panel}]`).click()
  await page.locator('#panel-title').waitFor()
  return {
    ...mock,
    page,
    complaints,
    async control<Result>(method: string, path: string, body?: unknown) {
      const answer = await fetch(`${mock.baseUrl}/__mock${path}`, {
        method,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const text = await answer.text()
      return (text === '' ? undefined : JSON.parse(text)) as Result
    },
  }
}
