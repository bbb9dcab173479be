// Creates events: so many as fast as the mock takes them, and then so many a second until it is stopped. When the first ones are there
// it prints the address of the mock.
export {}

const [baseUrl = '', first = '0', rate = '100'] = process.argv.slice(2)
const together = 8
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
let begun = 0

async function create(): Promise<void> {
  const body = JSON.stringify({ type: 'order.paid', data: { order: begun++ } })
  const response = await fetch(`${baseUrl}/v1/events`, { method: 'POST', headers, body })
  await response.text()
  if (response.status !== 201) throw new Error(`An event was answered with ${response.status}.`)
}

async function createUpTo(count: number): Promise<void> {
  while (begun < count) await create()
}

await Promise.all(Array.from({ length: together }, () => createUpTo(Number(first))))
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)

// A timer that is late makes up for it, so that the rate holds on a busy machine.
const start = performance.now()
const target = () => Number(first) + Math.floor(((performance.now() - start) / 1_000) * Number(rate))
setInterval(() => {
  for (let due = target() - begun; due > 0; due--) void create()
}, 10)
