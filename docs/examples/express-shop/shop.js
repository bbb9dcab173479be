import { createOutbox } from '@event-delivery/sdk/outbox'
import { postgresInbox } from '@event-delivery/sdk/stores'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import express from 'express'

/** Makes the tables of the shop, its app, and what sends its events. */
export async function createShop({ pool, secret }) {
  const outbox = createOutbox({ pool })
  const inbox = postgresInbox(pool)
  await outbox.migrate()
  await inbox.migrate()
  await pool.query('create table if not exists customer_order (id serial primary key, item text not null)')
  await pool.query('create table if not exists parcel (order_id integer not null)')

  // What is written through `tx` and the memory of the delivery are one transaction.
  const receive = createReceiver({
    secret,
    store: inbox.transactional,
    on: {
      'order.paid': (event, { tx }) => tx.query('insert into parcel values ($1)', [event.data.order]),
    },
    otherwise: () => {},
  })

  const app = express()
  // The receiver reads the raw body, so it stands before the parser.
  app.post('/hooks', receive)
  app.use(express.json())
  app.post('/orders', async (request, response) => {
    const tx = await pool.connect()
    try {
      await tx.query('begin')
      const { rows } = await tx.query('insert into customer_order (item) values ($1) returning id', [
        request.body.item,
      ])
      const order = rows[0].id
      await outbox.add(tx, { type: 'order.paid', data: { order }, orderKey: `order-${order}` })
      await tx.query('commit')
      response.status(201).json({ order })
    } catch (error) {
      await tx.query('rollback')
      throw error
    } finally {
      tx.release()
    }
  })
  return { app, outbox }
}
