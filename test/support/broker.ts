import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that all workers of a test run share. */
interface Shared {
  address: string
  end(): Promise<void>
}

/**
 * Lets all workers of a test run share one server, which is started when the first of them asks for its address. The main process of the run
 * owns it. Returns where to ask, and what ends the server.
 */
export async function startBroker(start: () => Promise<Shared>) {
  let shared: Promise<Shared> | undefined
  const broker = createServer((_request, response) => {
    shared ??= start()
    shared.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  broker.listen(0, '127.0.0.1').unref()
  await once(broker, 'listening')
  const end = async () => {
    broker.close()
    await (await shared)?.end()
  }
  return { url: `http://127.0.0.1:${(broker.address() as AddressInfo).port}`, end }
}

/** The address of the server behind a broker. Rejects with `missing` and the reason where it does not start. */
export async function askBroker(url: string, missing: string): Promise<string> {
  const answer = await fetch(url)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${missing} ${text}`)
  return text
}
