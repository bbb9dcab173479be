// Tells a receiver that is mounted rightly from one that is not, by real requests. The matrix runs this file beside the packed SDK too, so
// it imports nothing of the repository.
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import {
  createFakeClock,
  type FakeClock,
  signedRequest,
  type SignedRequestOptions,
} from '@event-delivery/sdk/testing'
import { createReceiver, type Receiver, type WebhookVerificationError } from '@event-delivery/sdk/webhooks'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** A server that hands its requests to a receiver. */
export interface Running {
  url: string
  close(): unknown
}

/** A way to mount a receiver. */
export interface Mount {
  name: string
  start(receive: Receiver): Promise<Running>
  /** The words of the cure that a refusal names. Absent where deliveries are handled. */
  cure?: RegExp
  /** Whether the receiver itself reads the body from the connection, so that its limits hold. */
  streams?: boolean
}

/** A receiver that listens, and what it has done so far. */
export interface Mounted {
  url: string
  /** The types of the events that were handled. */
  seen(): string[]
  /** The errors that were reported. */
  errors(): { code?: string | undefined; message: string }[]
}

/** Compares what a server did with what it should have done. */
export type Expect = (what: string, actual: string | number | undefined, expected: string | number) => void

/** Runs a judgement and returns what was wrong. */
export async function findings(name: string, run: (expect: Expect) => Promise<void>): Promise<string[]> {
  const failures: string[] = []
  try {
    await run((what, actual, expected) => {
      if (actual !== expected) failures.push(`${name}: ${what}: ${actual} in place of ${expected}`)
    })
  } catch (error) {
    failures.push(`${name}: ${String(error)}`)
  }
  return failures
}

/** Mounts a receiver, sends it all kinds of deliveries, and returns what was wrong. */
export const judge = (mount: Mount): Promise<string[]> =>
  findings(mount.name, async (expect) => {
    const { cure } = mount
    await mounted(mount, {}, (server) =>
      cure ? judgeRefusals(server, cure, expect) : judgeDeliveries(server, expect),
    )
    if (!mount.streams) return
    await mounted(mount, {}, (server) => judgeCutOff(server, expect))
    const clock = createFakeClock()
    await mounted(mount, { clock }, async ({ url, seen }) => {
      const status = unfinished(url)
      await until(() => clock.pending > 0)
      await clock.advance(10_000)
      expect('a body that does not arrive', await status, '408, close')
      expect('the handled events', seen().length, 0)
    })
  })

/** Mounts a receiver and returns the message of the first error that it reports for a delivery. */
export async function refusalOf(mount: Mount): Promise<string> {
  let message = ''
  await mounted(mount, {}, async ({ url, errors }) => {
    await statusOf(url, {})
    message = errors()[0]?.message ?? ''
  })
  return message
}

/** Deliveries of all kinds are answered rightly by a receiver that is mounted rightly. */
export async function judgeDeliveries({ url, seen }: Mounted, expect: Expect): Promise<void> {
  expect('a delivery', await statusOf(url, {}), 204)
  expect('the same delivery', await statusOf(url, {}), 204)
  expect('a forged delivery', await statusOf(url, { secret: otherSecret, id: 'msg_2' }), 400)
  expect('a delivery in chunks', await statusOf(url, { id: 'msg_3', event: { type: 'größe' } }, true), 204)
  expect('a delivery that is too large', await statusOf(url, { body: 'a'.repeat(3_000_000) }), 413)
  expect('a delivery after it', await statusOf(url, { id: 'msg_4' }), 204)
  await until(() => seen().length >= 3)
  expect('the handled events', seen().join(), 'test,größe,test')
}

/** A receiver that gets no raw body says so at once, and names the cure. */
export async function judgeRefusals(server: Mounted, cure: RegExp, expect: Expect): Promise<void> {
  for (const id of ['msg_1', 'msg_2']) {
    const answer = await send(server.url, { id })
    expect('the refusal', answer.status, 500)
    expect('its code', codeOf(await answer.text()), 'body-not-raw')
  }
  await until(() => server.errors().length >= 2)
  const reported = server.errors()
  expect('the reported errors', reported.length, 2)
  expect('the named cure', reported.filter(({ message }) => cure.test(message)).length, 2)
  expect('the handled events', server.seen().length, 0)
}

/** An upload that ends early ends nothing else. */
export async function judgeCutOff({ url, seen, errors }: Mounted, expect: Expect): Promise<void> {
  const before = seen().length
  cutOff(url)
  await until(() => errors().some(({ code }) => code === 'body-cut-off'))
  expect('a delivery after one that was cut off', await statusOf(url, { id: 'msg_5' }), 204)
  await until(() => seen().length > before)
  expect('the handled events', seen().length, before + 1)
}

async function mounted(
  mount: Mount,
  options: { clock?: FakeClock },
  run: (server: Mounted) => Promise<void>,
): Promise<void> {
  const seen: string[] = []
  const errors: WebhookVerificationError[] = []
  const receive = createReceiver({
    secret,
    otherwise: ({ type }) => void seen.push(type),
    onError: (error) => void errors.push(error as WebhookVerificationError),
    // Where the test does not move the clock, a busy machine has time for its bodies.
    ...(options.clock ? options : { bodyTimeout: 3_600_000 }),
  })
  const { url, close } = await mount.start(receive)
  try {
    await run({ url, seen: () => seen, errors: () => errors })
  } finally {
    await close()
  }
}

const codeOf = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code

/** Sends a delivery. A server that hangs is left, which is a failure. */
async function send(
  url: string,
  options: Partial<SignedRequestOptions>,
  inChunks = false,
): Promise<Response> {
  const { method, headers, body } = await signedRequest({ secret, ...options })
  const delivery = await new Response(body).arrayBuffer()
  const init = inChunks ? { body: byteByByte(delivery), duplex: 'half' } : { body: delivery }
  return fetch(url, { method, headers, signal: AbortSignal.timeout(60_000), ...init })
}

const statusOf = async (...args: Parameters<typeof send>) => {
  const answer = await send(...args)
  await answer.arrayBuffer()
  return answer.status
}

/** A stream whose chunks cut characters in two. */
function byteByByte(bytes: ArrayBuffer): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at === bytes.byteLength) controller.close()
      else controller.enqueue(new Uint8Array(bytes, at++, 1))
    },
  })
}

/** Begins a delivery and ends the connection in the middle of its body. */
function cutOff(url: string): void {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'content-length: 1000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"type":`, () => socket.destroy())
}

/** Begins a delivery, never ends its body, and returns the status of the answer and what becomes of the connection. */
export function unfinished(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000' }
    const request = httpRequest(url, { method: 'POST', headers, signal: AbortSignal.timeout(60_000) })
    request.on('error', reject)
    request.on('response', (answer) => {
      resolve(`${answer.statusCode}, ${answer.headers.connection}`)
      request.destroy()
    })
    request.write('{"type":')
  })
}

/** Resolves once something holds, which no clock says. */
export async function until(holds: () => boolean): Promise<void> {
  const end = AbortSignal.timeout(60_000)
  while (!holds()) {
    end.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
