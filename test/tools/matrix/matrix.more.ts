import { afterAll, beforeAll, expect, test } from 'vitest'
import { install, type Installation } from './installation'
import { inChromium, thisNode, withGaps } from './runtimes'

let installation: Installation

beforeAll(async () => {
  installation = await install()
})

afterAll(() => installation.remove())

const reason = inChromium.missing?.()

test.each([thisNode('esm', 'this Node'), thisNode('cjs', 'this Node'), withGaps])(
  'the packed SDK passes its smoke suite in $name',
  async ({ run }) => {
    expect(await run(installation)).toMatchObject({ failures: [] })
  },
)

test.skipIf(reason)(
  `the packed SDK passes its smoke suite in Chromium${reason ? ` (${reason})` : ''}`,
  async () => {
    expect(await inChromium.run(installation)).toMatchObject({ failures: [] })
  },
)
