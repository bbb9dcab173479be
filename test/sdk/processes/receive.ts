// Receives deliveries in a process of its own. Its store and the work of its handlers are requests to the test, which decides when
// either ends.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReceiver, type DedupeStore } from '@event-delivery/sdk/webhooks'

/** The argument of the program, as JSON. */
export interface ReceiveJob {
  /** Takes `{ name, args }` and answers `{ result }`. */
  testUrl: string
  secret: string
}

const { testUrl, secret } = JSON.parse(process.argv[2] ?? '') as ReceiveJob

async function ask<Result>(name: string, ...args: unknown[]): Promise<Result> {
  const answer = await fetch(testUrl, { method: 'POST', body: JSON.stringify({ name, args }) })
  return ((await answer.json()) as { result: Result }).result
}

const store: DedupeStore = {
  claim: (...args) => ask('claim', ...args),
  renew: (...args) => ask('renew', ...args),
  commit: (...args) => ask('commit', ...args),
  release: (...args) => ask('release', ...args),
}

const receive = createReceiver({ secret, store, otherwise: () => ask('handle', process.pid) })
const server = createServer((request, response) => void receive(request, response))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` }))
})
