import { H3, type H3Event } from 'h3'
import { toNodeHandler } from 'h3/node'
import { createApp, type EventHandler, defineEventHandler, readBody, toNodeListener } from 'h3-1'
import { json } from 'node:stream/consumers'
import type { Receiver } from '@event-delivery/sdk/webhooks'
import type { Mount } from '../../support/receiver-probe'
import { listen } from './listen'

function inH3One(
  how: string,
  handler: (receive: Receiver) => EventHandler,
  expected: Partial<Mount> = {},
): Mount {
  return {
    name: `h3 1, ${how}`,
    start: (receive) => listen(toNodeListener(createApp().use('/hook', handler(receive)))),
    ...expected,
  }
}

const h3OneMounts: Mount[] = [
  inH3One('no parser', (receive) => defineEventHandler(receive), { streams: true }),
  inH3One('readBody() before', (receive) =>
    defineEventHandler(async (event) => {
      await readBody(event).catch(() => {})
      return receive(event)
    }),
  ),
  inH3One(
    'the stream read before',
    (receive) =>
      defineEventHandler(async (event) => {
        await json(event.node.req)
        return receive(event)
      }),
    { cure: /defineEventHandler\(receive\)/ },
  ),
]

const inH3Two = (
  how: string,
  handler: (receive: Receiver) => (event: H3Event) => Promise<Response>,
  expected: Partial<Mount> = {},
): Mount => ({
  name: `h3 2, ${how}`,
  start: (receive) => listen(toNodeHandler(new H3().post('/hook', handler(receive)))),
  ...expected,
})

const h3TwoMounts: Mount[] = [
  inH3Two('no parser', (receive) => receive, { streams: true }),
  // Beyond Node, its event has a `Request` alone.
  inH3Two(
    'the request alone',
    (receive) =>
      ({ req }) =>
        receive({ req }),
    { streams: true },
  ),
  inH3Two(
    'event.req.json() before',
    (receive) => async (event) => {
      await event.req.json()
      return receive(event)
    },
    { cure: /defineEventHandler\(receive\)/ },
  ),
]

/** The ways to mount a receiver in h3, in either of its versions. */
export const h3Mounts: readonly Mount[] = [...h3OneMounts, ...h3TwoMounts]
