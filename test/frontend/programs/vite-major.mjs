// Starts the dev server and the preview server of a major of Vite with the plugin, and prints what the mock answers in each.
import { mkdir, writeFile } from 'node:fs/promises'
import { eventDelivery } from '@event-delivery/mock/vite'

const { build, createServer, preview, version } = await import(process.argv[2])
await mkdir('page', { recursive: true })
await writeFile('page/index.html', '<!doctype html><title>Orders</title>')
const local = { host: '127.0.0.1', port: 0 }
const config = {
  root: 'page',
  configFile: false,
  logLevel: 'silent',
  plugins: [eventDelivery()],
  server: local,
  preview: local,
}

async function statusAt(server) {
  const address = server.httpServer.address()
  const answer = await fetch(`http://127.0.0.1:${address.port}/v1/events`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
    body: '{"type":"order.paid","data":{}}',
  })
  await server.close()
  return answer.status
}

const dev = await statusAt(await (await createServer(config)).listen())
await build(config)
console.log(JSON.stringify({ version, dev, preview: await statusAt(await preview(config)) }))
