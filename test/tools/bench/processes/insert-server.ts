// The yardstick of a server on PostgreSQL: node:http with a parsed body, one INSERT and a JSON answer.
import { Pool } from 'pg'
import { serveListener } from '../../../support/node-server'

const pool = new Pool({ connectionString: process.argv[2], max: 10 })
await pool.query('create table if not exists event (id text primary key, type text, created text, json text)')

const insert = {
  name: 'insert_event',
  text: 'insert into event (id, type, created, json) values ($1, $2, $3, $4)',
}
let count = 0

const { baseUrl } = await serveListener((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as { type: string }
    const event = { id: `evt_${process.pid}_${++count}`, created: new Date().toISOString(), ...sent }
    const body = JSON.stringify(event)
    pool.query({ ...insert, values: [event.id, event.type, event.created, body] }).then(
      () => {
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
        outgoing.writeHead(201, headers).end(body)
      },
      () => outgoing.writeHead(500).end(),
    )
  })
})
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)
