import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runChecks, type Check, type Report } from '@event-delivery/conformance'
import { alterRequest, changeDeliveries, parseObject, together, type Breakage } from '../support/breakage'
import { createTarget } from '../support/backend'
import { findings, named, ofRules, outcomes } from '../support/judged'

async function judge(breakage: Breakage, by = ofRules(/^(DL|WD-5)/)): Promise<Report> {
  return runChecks(createTarget({}, breakage), by, { mode: 'full' })
}

/** Writes the body of deliveries in another form. Their signature then covers other bytes, and is left out. */
function rewritten(
  write: (text: string) => { body: string | Buffer; headers?: Record<string, string> },
): Breakage {
  const { privateKey } = generateKeyPairSync('ed25519')
  return changeDeliveries(async (request) => {
    const { body, headers = {} } = write(await request.text())
    const signature = sign(null, Buffer.from(body), privateKey).toString('base64')
    const all = { 'content-type': 'application/octet-stream', 'x-seal': signature, ...headers }
    return new Request(request.url, { method: 'POST', headers: all, body: new Uint8Array(Buffer.from(body)) })
  })
}

const inEnvelope = (text: string) =>
  JSON.stringify({ id: `dlv_${text.length}`, type: 'event.created', data: parseObject(text) })

const idAlone = (text: string) => ({ body: `{"event":"${String(parseObject(text)?.id)}"}` })

for (const [title, breakage] of [
  ['an envelope with an id and a type of its own', rewritten((text) => ({ body: inEnvelope(text) }))],
  ['JSON in a JSON string', rewritten((text) => ({ body: JSON.stringify(JSON.stringify(text)) }))],
  ['a field of a form', rewritten((text) => ({ body: new URLSearchParams({ payload: text }).toString() }))],
  [
    'JSON without the type, which a header has as far as it can',
    rewritten((text) => {
      const { type, ...rest } = parseObject(text) ?? {}
      return { body: JSON.stringify(rest), headers: { 'x-type': String(type).replace(/[^ -~]/g, '?') } }
    }),
  ],
  ['base64', rewritten((text) => ({ body: Buffer.from(text).toString('base64') }))],
  [
    'a compressed body',
    rewritten((text) => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip' } })),
  ],
  ['the id of the event alone', rewritten(idAlone)],
] as const) {
  test(`deliveries as ${title}, under a signature of no known scheme, are blamed for nothing`, async () => {
    const report = await judge(breakage)
    expect(findings(report, 'failed', 'warned', 'errored', 'could-not-run')).toEqual([])
    expect(report.checks.find(({ id }) => id === 'deliver-to-subscriber')?.status).toBe('passed')
  })
}

test('a payload that is lost is told also where deliveries hold the id of the event alone', async () => {
  const losing = changeDeliveries(async (request) => {
    const text = await request.text()
    if (Buffer.byteLength(text) > 200_000) return undefined
    return new Request(request.url, { method: 'POST', headers: request.headers, body: text })
  })
  const check = named('deliver-payloads-as-they-were-sent')
  const healthy = await judge(rewritten(idAlone), check)
  expect(outcomes(healthy)).toEqual([['passed', undefined]])
  expect(healthy.checks[0]?.message).toContain('Deliveries hold no type and no payload')
  const report = await judge(together([rewritten(idAlone), losing]), check)
  expect(outcomes(report)).toEqual([['failed', ['DL-1']]])
})

test('a plain digest of the body and a static token are taken for no signature', async () => {
  const unsigned = changeDeliveries(async (request) => {
    const text = await request.text()
    const digest = createHash('sha256').update(text).digest('hex')
    const headers = { 'x-seal': digest, 'x-token': 'a token that is always the same'.replaceAll(' ', '') }
    return new Request(request.url, { method: 'POST', headers, body: text })
  })
  expect(outcomes(await judge(unsigned, named('delivery-is-signed')))).toEqual([['failed', ['DL-5']]])
})

/** Changes the payload of deliveries value by value, and leaves their signature as it is. */
const changedPayload = (change: (value: unknown) => unknown): Breakage =>
  changeDeliveries((request) =>
    alterRequest(request, {
      body: (event) => ({
        ...event,
        data: JSON.parse(JSON.stringify(event.data), (_, value: unknown) => change(value)) as unknown,
      }),
    }),
  )

for (const [title, change] of [
  ['texts cut at 255', (value) => (typeof value === 'string' ? value.slice(0, 255) : value)],
  ['lists without null', (value) => (Array.isArray(value) ? value.filter((one) => one !== null) : value)],
  ['numbers of single precision', (value) => (typeof value === 'number' ? Math.fround(value) : value)],
] as readonly [string, (value: unknown) => unknown][]) {
  test(`a delivery with ${title} is not the event that was created`, async () => {
    const report = await judge(changedPayload(change), named('deliver-payloads-as-they-were-sent'))
    expect(outcomes(report)).toEqual([['failed', ['DL-1']]])
  })
}

test('a delivery that comes after it was given up is late, and not lost', async () => {
  const held: (() => Promise<void>)[] = []
  const holding: Breakage = () => ({
    deliver: (send) => (request) =>
      new Promise((resolve, reject) => held.push(() => send(request).then(resolve, reject))),
  })
  const { idle: _, advance, ...target } = createTarget({}, holding)
  const only = named('deliver-to-subscriber')
  const letGo = async (milliseconds: number) => {
    await Promise.all(held.splice(0).map((deliver) => deliver()))
    return advance(milliseconds)
  }
  const report = await runChecks({ ...target, advance: letGo }, only, { mode: 'full', deliveryTimeout: 50 })
  expect(report.checks.map(({ status, remedy }) => [status, remedy])).toEqual([
    ['could-not-run', expect.stringMatching(/^--delivery-timeout \d+$/)],
  ])
})

/** Judges a service that delivers again what was not answered in time, by a suite that answers when somebody still waits or not. */
function judgeAgain(isInTime: boolean, by: readonly Check[]) {
  const target = createTarget({}, () => ({
    deliver: (send) => async (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = new Uint8Array(await request.clone().arrayBuffer())
      await target.receiver.inbox.take({ method, path: pathname + search, headers, body }, () => isInTime)
      return send(request)
    },
  }))
  return runChecks(target, by, { mode: 'full', seed: 1 })
}

test('what is delivered again because the suite answered too late is not blamed on the service', async () => {
  const report = await judgeAgain(false, ofRules(/^DL-7$/))
  expect(findings(report, 'failed', 'warned', 'errored')).toEqual([])
})

test('what is delivered again although it was answered in time is warned of', async () => {
  const report = await judgeAgain(true, named('deliver-to-every-subscriber'))
  expect(outcomes(report)).toEqual([['warned', ['DL-7']]])
})
