import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port'
import { startOwnPostgres } from '../support/own-postgres'
import { startNode } from '../support/processes'
import { missingRedis, startRedis } from '../support/redis'
import type { Until } from '../support/until'
import { deliver, secret } from '../sdk/deliveries'
import { bundle } from '../sdk/processes/bundle'
import { extract } from './extract'

/** The programs of the guide that receive. */
const programs = extract()
  .filter(({ place }) => place.startsWith('docs/exactly-once/inbox.md'))
  .map(({ path }) => ({ path, code: readFileSync(path, 'utf8') }))
  .filter(({ code }) => code.includes('createServer('))
const table = (code: string) => /insert into (\w+)/.exec(code)?.[1]

/** A database that can be stopped and started again at its address. */
interface Database {
  env: Record<string, string>
  stop(): Promise<void>
  start(): Promise<void>
}

async function startPostgres(until: Until): Promise<Database> {
  const { url, stop, start } = await startOwnPostgres(until, { fsync: 'off' })
  return { env: { DATABASE_URL: url }, stop, start }
}

async function startRedisDatabase(until: Until): Promise<Database> {
  const { url, kill, start } = await startRedis(until)
  return { env: { REDIS_URL: url }, stop: kill, start }
}

test('the guide has three programs that receive', () => {
  expect(programs.map(({ code }) => table(code))).toEqual(['parcel', 'letter', undefined])
})

test.for(programs.map((program) => ({ ...program, writes: table(program.code) ?? 'nothing but a log' })))(
  'a program of the guide that writes $writes goes on after its database has restarted, and ends cleanly',
  async ({ path, code }, { skip }) => {
    const isRedis = code.includes('REDIS_URL')
    const missing = isRedis && missingRedis()
    if (missing) skip(missing)
    const database = await (isRedis ? startRedisDatabase : startPostgres)(onTestFinished)
    const port = await freePort()
    const env = { ...process.env, ...database.env, WEBHOOK_SECRET: secret, PORT: String(port) }
    const program = startNode(
      [await bundle(onTestFinished, `../../${path.slice(path.indexOf('test/docs'))}`)],
      { env },
    )
    onTestFinished(async () => void program.child.kill('SIGKILL'))
    expect(await program.firstLine()).toBe('It receives.')

    const post = async (id: string): Promise<number> => {
      const delivery = await deliver({ id })
      const request = { method: 'POST', headers: delivery.headers, body: await delivery.text() }
      return (await fetch(`http://127.0.0.1:${port}/`, request)).status
    }
    expect(await post('before')).toBe(204)
    await database.stop()
    // An answer shows that the process is there. A client of Redis waits for it to come back.
    if (!isRedis) expect(await post('meanwhile')).toBeGreaterThanOrEqual(500)
    await database.start()
    for (const id of ['meanwhile', 'after', 'before'])
      await expect.poll(() => post(id), { interval: 200 }).toBe(204)

    const name = table(code)
    if (name !== undefined) {
      const pool = new Pool({ connectionString: database.env['DATABASE_URL'] })
      const written = async () =>
        (await pool.query(`select delivery from ${name} order by 1`)).rows as unknown[]
      const each = ['after', 'before', 'meanwhile'].map((delivery) => ({ delivery }))
      await expect.poll(written).toEqual(each)
      await pool.end()
    }
    const { status, err } = await program.stop()
    expect(err).not.toMatch(/Uncaught|unhandled|throw /i)
    expect(status).toBe(0)
  },
)
