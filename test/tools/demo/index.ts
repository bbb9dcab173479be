// `npm run demo`: the main job from end to end. It sends, retries, receives, verifies, lists, deletes and judges. With `--keep-open` the
// backend and its inspector stay until Ctrl-C.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Agent } from 'undici'
import { EventDelivery } from '@event-delivery/sdk'
import { runConformance, startBackend } from '../../support/processes'
import { startReceiver } from './receiver'

const started = Date.now()
const say = (line: string) => console.log(line)
const step = (title: string) => say(`\n${title}`)

const backend = await startBackend()
const receiver = await startReceiver()
const dispatcher = new Agent({ connect: { ca: await readFile(backend.ca, 'utf8') } })

try {
  step('A backend, in a process of its own')
  say(`  listens on ${backend.baseUrl} (process ${backend.pid})`)

  let provoke = false
  const statuses: number[] = []
  const client = new EventDelivery({
    apiKey: 'sk_live_mock',
    baseUrl: backend.baseUrl,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      if (provoke) headers.set('Prefer', 'code=503')
      provoke = false
      const response = await fetch(input, { ...init, headers, dispatcher } as RequestInit)
      statuses.push(response.status)
      return response
    },
  })

  step('A webhook for two types of event')
  const { secret, ...webhook } = await client.webhooks.create({
    url: receiver.url,
    events: ['order.paid', 'order.shipped'],
    description: 'Warehouse',
  })
  receiver.secret = secret
  say(`  ${webhook.id} is ${webhook.status} and receives at ${webhook.url}`)
  say('  its secret was shown once, and is kept by the receiver')

  step('Events')
  await client.events.create({ type: 'order.created', data: { order: 1042 } })
  say('  order.created sent, to which nobody is subscribed')

  provoke = true
  statuses.length = 0
  const paid = await client.events
    .create({ type: 'order.paid', data: { order: 1042, total: '19.90', currency: 'EUR' } })
    .withResponse()
  assert.deepEqual(statuses, [503, 201])
  say(`  order.paid sent: answered ${statuses.join(', then ')}, one event, ${paid.data.id}`)

  const again = await client.events.create(
    { type: 'order.paid', data: { order: 1042, total: '19.90', currency: 'EUR' } },
    { idempotencyKey: paid.idempotencyKey },
  )
  assert.equal(again.id, paid.data.id)
  say('  order.paid sent again with the same idempotency key: the same event came back')

  const shipped = await client.events.create({
    type: 'order.shipped',
    data: { order: 1042, parcel: 'JX-7781' },
  })
  say(`  order.shipped sent, ${shipped.id}`)

  step('Deliveries')
  await receiver.waitFor(2)
  assert.deepEqual(new Set(receiver.received.map(({ id }) => id)), new Set([paid.data.id, shipped.id]))
  for (const event of receiver.received) say(`  ${event.type} received and its signature verified`)

  step('The list, two a page')
  const listed: string[] = []
  for await (const event of client.events.list({ limit: 2 })) listed.push(event.type)
  assert.deepEqual(listed, ['order.shipped', 'order.paid', 'order.created'])
  say(`  ${listed.join(', ')}: each once`)

  step('Deletion')
  const deletion = await client.webhooks.delete(webhook.id)
  assert.equal(deletion.deleted, true)
  await client.events.create({ type: 'order.paid', data: { order: 1043 } })
  say(`  ${deletion.id} is gone`)

  step('The verdict on this backend')
  await mkdir('reports', { recursive: true })
  const [json, html] = ['reports/conformance.json', 'reports/conformance.html']
  const { status, out, err } = await runConformance([
    ...['--base-url', backend.baseUrl, '--ca', backend.ca, '--mode', 'full'],
    ...['--live-key', 'sk_live_mock', '--test-key', 'sk_test_mock'],
    ...['--scoped-key', 'events:read,webhooks:read=sk_live_readonly_mock'],
    ...['--expired-key', 'sk_live_expired_mock', '--json', json, '--html', html],
  ])
  // The lines of the checks matter only when one of them failed.
  say(status === 0 ? out.slice(out.indexOf('\n\n')).trim().replace(/^/gm, '  ') : out + err)
  assert.equal(status, 0, `The suite ended with status ${status}.`)
  assert.equal(receiver.received.length, 2, 'A delivery came after the deletion.')
  say(`\nThe report lies in ${resolve(html)}, to be read in a browser, and in ${json}.`)
  say(`All done in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  if (process.argv.includes('--keep-open')) {
    say(
      `\nThe inspector shows it all at ${backend.baseUrl}/__mock until Ctrl-C. The certificate is its own: let the browser pass.`,
    )
    await once(process, 'SIGINT')
  } else {
    say(
      '\nNext: `npm run demo -- --keep-open` leaves the inspector open, README.md says where each of three users begins,',
    )
    say('and docs/examples/ holds whole projects.')
  }
} finally {
  await receiver.close()
  await backend.stop()
  await dispatcher.close()
}
