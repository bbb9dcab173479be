// A process that creates events, for the tests of keys that are equal over processes. It reads one task a line and prints
// one answer a line.
import { createInterface } from 'node:readline'
import { createPostgresStore } from '../../../mock/store/postgres/postgres-store'
import { createIn, openEmpty } from '../../support/stored'

interface Task {
  keys: string[]
  now: number
}

async function run(url: string, schema: string): Promise<void> {
  const store = createPostgresStore({ url, schema, connections: 4 })
  await openEmpty(store)
  process.stdout.write('ready\n')
  for await (const line of createInterface({ input: process.stdin })) {
    const { keys, now } = JSON.parse(line) as Task
    const results = await Promise.allSettled(keys.map((key) => createIn(store, { key, now })))
    const answers = results.map((result) =>
      result.status === 'fulfilled'
        ? { id: result.value.event.id, replayed: result.value.replayed }
        : { failed: String(result.reason) },
    )
    process.stdout.write(`${JSON.stringify(answers)}\n`)
  }
  await store.close()
}

void run(process.argv[2] ?? '', process.argv[3] ?? '')
