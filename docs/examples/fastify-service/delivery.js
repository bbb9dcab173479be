import { createHmac, randomUUID } from 'node:crypto'
import { request } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'

/** Sends an event to a webhook, signed as Standard Webhooks asks, until it is accepted, three times at most, or the webhook is gone. */
export async function deliver(event, { url, secret }, isThere) {
  const id = `msg_${randomUUID()}`
  const body = JSON.stringify(event)
  for (const delay of [0, 1_000, 5_000]) {
    await wait(delay)
    if (!isThere()) return
    const timestamp = Math.floor(Date.now() / 1000)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    }
    // An endpoint that does not answer gets another attempt, and so does one to whose URL nothing can be sent.
    const status = await post(url, headers, body).catch(() => 0)
    if (status >= 200 && status < 300) return
  }
}

/** Resolves with the status of the answer. */
function post(url, headers, body) {
  return new Promise((resolve, reject) => {
    // A receiver on this machine, such as that of the suite, may bring a certificate of its own.
    const isLocal = ['localhost', '127.0.0.1'].includes(new URL(url).hostname)
    const sent = request(url, { method: 'POST', headers, rejectUnauthorized: !isLocal, timeout: 15_000 })
    sent.on('response', (answer) => resolve(answer.resume().statusCode))
    sent.on('timeout', () => sent.destroy())
    sent.on('error', reject)
    sent.end(body)
  })
}
