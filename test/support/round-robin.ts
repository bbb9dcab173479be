import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { serveListener, type NodeServer } from './node-server'
import type { Until } from './until'

/** A process behind a proxy. */
export interface Target {
  readonly baseUrl: string
  readonly ready: boolean
}

/**
 * Serves a proxy that hands each request to the next process that is ready. A process that dies amid a request costs the
 * client its connection, as it would without a proxy. Where none is ready, the answer is 503.
 */
export function serveRoundRobin(targets: readonly Target[], until: Until): Promise<NodeServer> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  until(async () => agent.destroy())

  function next(): Target | undefined {
    for (let tried = 0; tried < targets.length; tried++) {
      const target = targets[turn++ % targets.length]
      if (target?.ready) return target
    }
    return undefined
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const target = next()
    if (!target) {
      outgoing.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const { method, url = '/', rawHeaders } = incoming
    const onwards = send(new URL(target.baseUrl), { agent, method, path: url, headers: rawHeaders })
    onwards.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    onwards.on('error', () => outgoing.destroy())
    outgoing.on('close', () => {
      // A process may answer before it has read the whole body. Node's client says no more then when there is room for the rest, and a
      // rest that nobody reads keeps the next request of its connection from being read.
      incoming.unpipe(onwards)
      incoming.resume()
      if (!onwards.writableFinished) onwards.destroy()
    })
    incoming.pipe(onwards)
  }

  return serveListener(pass, { until })
}
