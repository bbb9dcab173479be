// Judges a function of the guide that places an order together with its event, in a transaction of some library.
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict'
import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox, type Outbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { tally } from './tally'

/** Writes an order and its event in one transaction. */
export type PlaceOrder = (outbox: Outbox, order: { id: number }) => Promise<unknown>

/** The address of a database of this program alone. */
export const url = process.env['DATABASE_URL'] ?? ''

/** The parts of a payload that a driver could lose, or take for something of its own. */
const nasty = {
  'key\0': 'zero\0',
  'half \ud83d': '\udc00 half',
  beyond: 'ä € 中 𝄞 \u2028 \ufeff',
  quoted: `' '' " \\ \\u0000 \\x00`,
  'like a parameter': '$1 $$ ${1} :id ? @id %s',
  large: 1e21,
  list: [null, true, -0.5, ''],
}

/** Judges what places orders, and prints the tally. */
export async function judgeTransactions(placeOrder: PlaceOrder): Promise<void> {
  const pool = new Pool({ connectionString: url })
  const outbox = createOutbox({ pool })
  await outbox.migrate()
  await pool.query('create table customer_order (id integer primary key)')

  const orders = async () => {
    const { rows } = await pool.query<{ id: number }>('select id from customer_order order by id')
    return rows.map(({ id }) => id)
  }
  const payloads = async () => {
    const { rows } = await pool.query<{ data: string }>(
      'select data from event_delivery_outbox.event order by id',
    )
    return rows.map(({ data }) => data)
  }
  /** Sends all rows. Returns what the service got. */
  const relay = async (count: number): Promise<unknown[]> => {
    const received: unknown[] = []
    const stop = new AbortController()
    const client = new EventDelivery({
      apiKey: 'sk_test_mock',
      baseUrl: 'https://service.test',
      fetch: async (_, init) => {
        const { type, data } = JSON.parse(init.body ?? '') as { type: string; data: unknown }
        received.push(data)
        return Response.json({ id: 'evt_1', type, created: '2026-11-22T12:00:00Z', data }, { status: 201 })
      },
    })
    let sent = 0
    const onSent = () => void (++sent === count && stop.abort())
    await outbox.relay(client, { signal: stop.signal, onSent })
    return received
  }

  const order = { id: 1042, ...nasty }
  await tally({
    'a commit leaves the order and its row': async () => {
      await placeOrder(outbox, order)
      deepStrictEqual(await orders(), [1042])
      deepStrictEqual(await payloads(), [JSON.stringify(order)])
    },
    'a statement that fails leaves neither': async () => {
      await rejects(placeOrder(outbox, order), /duplicate|unique|insert into customer_order/i)
      deepStrictEqual(await orders(), [1042])
      strictEqual((await payloads()).length, 1)
    },
    'an error of the program after the row leaves neither': async () => {
      const failing: Outbox = Object.assign(Object.create(outbox) as Outbox, {
        async add(...args: Parameters<Outbox['add']>) {
          const { id } = await outbox.add(...args)
          throw new Error(`out of stock, row ${id}`)
        },
      })
      await rejects(placeOrder(failing, { ...order, id: 1043 }), /out of stock, row \d+/)
      deepStrictEqual(await orders(), [1042])
      strictEqual((await payloads()).length, 1)
    },
    'an event that is refused leaves neither': async () => {
      const refused = { id: 1044, size: 1n }
      await rejects(placeOrder(outbox, refused), { name: 'InvalidRequestError', param: 'data.size' })
      deepStrictEqual(await orders(), [1042])
    },
    'the relay sends what was committed, as it was given': async () => {
      deepStrictEqual(await relay(1), [JSON.parse(JSON.stringify(order))])
    },
  })
  await pool.end()
}
