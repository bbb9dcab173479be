// The load generator, bounded in time and in count. It sends bytes that were made before and reads no more of an answer
// than its end, since CPU time that it used would make the servers look alike.
import { once } from 'node:events'
import { connect } from 'node:net'

const [url = '', method = 'GET', body = '', seconds = '2'] = process.argv.slice(2)
const connections = 16
const mostRequests = 2_000_000
const placeholder = '[<id>]'
const idLength = 24
const { hostname, port, pathname, search } = new URL(url)

const sent = body.replace(placeholder, '0'.repeat(idLength))
const head = [
  `${method} ${pathname}${search} HTTP/1.1`,
  `Host: ${hostname}:${port}`,
  'Authorization: Bearer sk_live_mock',
  ...(sent === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(sent)}`]),
].join('\r\n')
const template = Buffer.from(`${head}\r\n\r\n${sent}`)
const idAt = body.includes(placeholder) ? head.length + 4 + body.indexOf(placeholder) : -1
const run = Date.now().toString(36)

let requests = 0
let answers = 0
let end = Infinity

async function drive(): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await once(socket, 'connect')
  let heard = ''
  const ask = () => {
    const request = Buffer.from(template)
    if (idAt >= 0) request.write(`${run}-${requests}`.padEnd(idLength, '.'), idAt, 'latin1')
    requests++
    socket.write(request)
  }
  await new Promise<void>((done, fail) => {
    socket.setTimeout(10_000, () => fail(new Error(`${url} did not answer within 10 s.`)))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error(`${url} closed a connection.`)))
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      if (!isWhole(heard)) return
      if (!heard.startsWith('HTTP/1.1 2')) return fail(new Error(`${url} answered ${heard.slice(9, 12)}.`))
      heard = ''
      answers++
      if (performance.now() < end && requests < mostRequests) ask()
      else done()
    })
    ask()
  })
  socket.removeAllListeners('close').destroy()
}

/** Whether an answer is complete. Nothing follows it, since each connection has one request under way. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer)?.[1]
  return length === undefined ? answer.endsWith('0\r\n\r\n') : answer.length >= headEnd + 4 + Number(length)
}

/**
 * Keeps this process from sleeping until the end. A slow server leaves its clients idle, and would pay for waking them with each
 * answer, while a fast one would not.
 */
function stayAwake(): void {
  if (performance.now() < end) setImmediate(stayAwake)
}

const begun = performance.now()
end = begun + Number(seconds) * 1_000
stayAwake()
await Promise.all(Array.from({ length: connections }, drive))
const took = (performance.now() - begun) / 1_000
process.stdout.write(JSON.stringify({ perSecond: answers / took, answers }))
