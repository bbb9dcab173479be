import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { hasCurl } from '../support/curl'
import { blocks, sessions } from './markdown'
import { run } from '../support/run'

const advertised = 'http://127.0.0.1:4010'

let server: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  server = await serve(createBackend(), { port: 0 })
})

afterAll(async () => {
  await server.close()
})

// In order, as a reader would: a later command relies on what an earlier one made.
for (const { place, code } of blocks().filter(({ language }) => language === 'console')) {
  test.skipIf(!hasCurl)(
    `the session at ${place} prints what it says (needs curl: apt-get install curl)`,
    async () => {
      for (const { command, output } of sessions(code)) {
        const { stdout } = await run('bash', ['-c', command.replaceAll(advertised, server.baseUrl)])
        expect(stdout.replaceAll('\r\n', '\n').trim(), command).toMatch(output)
      }
    },
  )
}
