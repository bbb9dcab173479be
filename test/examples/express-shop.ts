import { makeDatabase } from '../support/postgres'
import { type Row, tally } from '../tools/matrix/table'
import { withExample } from './installed'

/** A shop with an outbox and an inbox on a real PostgreSQL. */
export const expressShop: Row = {
  name: 'Express shop on PostgreSQL',
  run: () =>
    withExample('express-shop', ['src', 'mock'], async ({ run, until }) => {
      const env = { DATABASE_URL: await makeDatabase(until) }
      return tally([['npm test', () => run('npm', ['test'], env)]])
    }),
}
