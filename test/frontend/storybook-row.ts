import { join } from 'node:path'
import { launchChromium, missingChromium } from '../support/chromium'
import { serveFolder } from '../support/serve-folder'
import { type Row, tally } from '../tools/matrix/table'
import { savePrograms } from './guide'
import { withManifest } from './installation'

const programs = ['.storybook/main.ts', '.storybook/preview.ts', 'orders.stories.ts']

/** The stories of the guide by the ends of their ids, and what each shows. */
const stories: readonly [id: string, text: string][] = [
  ['empty', 'No orders yet.'],
  ['paid', 'Order 1042: order.paid'],
  ['unavailable', 'Try again later (503).'],
]

/** A Storybook with the addon of MSW, built, and its stories in Chromium. */
export const storybook: Row = {
  name: 'Storybook, with msw-storybook-addon',
  run: async () =>
    missingChromium() ??
    withManifest('storybook', async ({ folder, node }) => {
      await savePrograms(folder, programs)
      await node('msw/cli/index.js', 'init', 'public', '--no-save')
      await node('storybook/dist/bin/dispatcher.js', 'build', '--quiet', '--disable-telemetry', '-o', 'built')
      const site = await serveFolder(join(folder, 'built'))
      const browser = await launchChromium()
      try {
        return await tally([
          ['types', () => node('typescript/bin/tsc', '-p', '.')],
          ...stories.map(([id, text]): [string, () => Promise<unknown>] => [
            `story ${id}`,
            async () => {
              const page = await browser.newPage()
              await page.goto(`${site.baseUrl}/iframe.html?id=orders--${id}&viewMode=story`)
              await page.locator('#storybook-root ul', { hasText: text }).waitFor({ timeout: 120_000 })
              await page.close()
            },
          ]),
        ])
      } finally {
        await browser.close()
        await site.close()
      }
    }),
}
