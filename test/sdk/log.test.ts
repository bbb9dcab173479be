import { answer, refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import type { Logger } from '@event-delivery/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey, clientOf, input, recordingLogger, stored, like } from './client'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** A call with a retry leaves two lines of level debug and one of level info. */
async function retriedCall(logger?: Logger) {
  const { client } = clientOf(scriptedFetch(refuse(503, 'x'), answer(201, stored)), { logger })
  await client.events.create(input)
}

const levels = {
  'debug info debug': ['debug', 'DEBUG', 'trace', 'verbose', 'http', 'silly'],
  info: ['Info', 'notice'],
  '': ['warn', 'warning', 'error', 'fatal', 'off', 'SILENT', 'none', ''],
}

test.each(Object.entries(levels).flatMap(([lines, names]) => names.map((level) => [level, lines] as const)))(
  'under EVENT_DELIVERY_LOG=%s, and for a logger of that level, the lines are: %s',
  async (level, expected) => {
    const byLevel = recordingLogger({ level })
    await retriedCall(byLevel.logger)
    vi.stubEnv('EVENT_DELIVERY_LOG', level)
    const byVariable = recordingLogger({ level: undefined })
    await retriedCall(byVariable.logger)
    for (const { lines } of [byVariable, byLevel]) {
      if (level) expect(lines.map(([name]) => name).join(' ')).toBe(expected)
    }
  },
)

test.each(['e', 'true', '1', 'loud', 'debugging', 'info,warn'])(
  'EVENT_DELIVERY_LOG=%s is no level: it is reported once with the levels there are, and counts as warn',
  async (wanted) => {
    vi.stubEnv('EVENT_DELIVERY_LOG', wanted)
    const { lines, logger } = recordingLogger()
    await retriedCall(logger)
    const line = `EVENT_DELIVERY_LOG is "${wanted}", and counts as warn: set debug, info, warn, error or off.`
    expect(lines).toEqual([['warn', `[event-delivery] ${line}`, {}]])
  },
)

test('a level of the logger that is none is reported once, and counts as warn', async () => {
  const { lines, logger } = recordingLogger({ level: 'audit' })
  await retriedCall(logger)
  expect(lines.map(String)).toEqual([expect.stringContaining('The level of the logger is "audit"')])
})

test('a logger whose level is no text gets every line, since it filters by itself', async () => {
  for (const level of [() => 30, 3, { levelStr: 'INFO' }]) {
    const { lines, logger } = recordingLogger({ level })
    await retriedCall(logger)
    expect(lines).toHaveLength(3)
  }
})

const retryFields = expect.objectContaining({ operation: 'createEvent', attempt: 1, delayMs: 500 }) as object
const retryMessage = like(/^\[event-delivery\] retry POST https:/)

test.each([
  ['console', {}, [retryMessage, retryFields]],
  ['winston', { levels: {}, isLevelEnabled: () => true }, [retryMessage, retryFields]],
  ['pino', { bindings: () => ({}), level: 'info' }, [retryFields, retryMessage]],
  ['bunyan', { addStream: () => {}, level: () => 30 }, [retryFields, retryMessage]],
] as const)('a logger like %s gets message and fields in its own order', async (_, own, expected) => {
  vi.stubEnv('EVENT_DELIVERY_LOG', 'info')
  const { lines, logger } = recordingLogger(own)
  await retriedCall(logger)
  expect(lines).toEqual([['info', ...expected]])
})

test.each([
  ['silent', 'info', 1],
  ['debug', 'off', 0],
  [undefined, undefined, 0],
])('a logger of level %s under EVENT_DELIVERY_LOG=%s gets %i lines', async (level, wanted, count) => {
  vi.stubEnv('EVENT_DELIVERY_LOG', wanted)
  const { lines, logger } = recordingLogger({ level })
  await retriedCall(logger)
  expect(lines).toHaveLength(count)
})

test('without a logger the variable logs to the console', async () => {
  const spy = vi.spyOn(console, 'info').mockImplementation(() => {})
  await retriedCall()
  expect(spy).not.toHaveBeenCalled()
  vi.stubEnv('EVENT_DELIVERY_LOG', 'INFO')
  await retriedCall()
  expect(spy).toHaveBeenCalledTimes(1)
})

test('a hook that throws is logged and changes nothing', async () => {
  const { lines, logger } = recordingLogger()
  const hooks = { request: () => Promise.reject(new Error(`broke on ${apiKey}`)) }
  const { client } = clientOf(scriptedFetch(answer(201, stored)), { logger, hooks })
  expect(await client.events.create(input)).toEqual(stored)
  const fields = { error: 'Error: broke on [redacted]' }
  expect(lines).toEqual([['warn', '[event-delivery] request hook failed.', fields]])
})
