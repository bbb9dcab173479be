import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'
import { requestOf, writeResponse } from '../support/node-server'

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** Serves the reference backend over sockets that a test treats in its own way, and judges it there. */
async function judgeOverSockets(treat: (server: Server, answer: Serve) => void): Promise<Report> {
  const target = createTarget()
  const answer: Serve = async (incoming, outgoing) =>
    writeResponse(await target.fetch(await requestOf(incoming, 'https://events.test')), outgoing)
  const server = createServer()
  treat(server, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch: _, ...rest } = target
  return runChecks({ ...rest, baseUrl }, checks, { mode: 'full', seed: 1, samples: 5 })
}

test('connections that end 50 ms after an answer, unannounced, fail no check', async () => {
  const report = await judgeOverSockets((server, answer) => {
    // No Keep-Alive header tells the client how long a connection stays.
    server.keepAliveTimeout = 0
    const idle = new Map<Socket, NodeJS.Timeout>()
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { socket } = incoming
      clearTimeout(idle.get(socket))
      outgoing.on('finish', () =>
        idle.set(
          socket,
          setTimeout(() => socket.destroy(), 50),
        ),
      )
      void answer(incoming, outgoing)
    })
  })
  expect(findings(report)).toEqual([])
  expect(report.verdict).toBe('conformant')
})

test('connections that are reset in the place of an answer, once in 40 requests, fail no check', async () => {
  let count = 0
  const report = await judgeOverSockets((server, answer) => {
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      count += 1
      if (count % 40 === 17) incoming.socket.resetAndDestroy()
      else void answer(incoming, outgoing)
    })
  })
  expect(findings(report)).toEqual([])
  expect(report.checks.find(({ id }) => id === 'answers-are-steady')?.status).toBe('passed')
  expect(report.summary.flaky).toBeGreaterThan(10)
})
