import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { checks, register } from '@event-delivery/conformance'
import { handlers } from '@event-delivery/mock/msw'
import { fullRun, inProcess } from './in-process'

const { backend, target } = inProcess()
const server = setupServer(...handlers(backend, target.baseUrl))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

register({ describe, test }, { ...target, fetch: (request) => fetch(request) }, { ...fullRun, checks })
