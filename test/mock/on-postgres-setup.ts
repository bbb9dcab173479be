// A setup file of vitest: the harnesses of the test files keep their data on PostgreSQL.
import { basename } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import { keepOnPostgres } from '../support/harness-store'
import exceptions from './on-postgres.json'

/** A test that runs in memory alone, or a whole file of them where it has no title. */
interface Exception {
  file: string
  title?: string
  reason: string
}

await keepOnPostgres(afterAll)

beforeEach(({ task, skip }) => {
  const file = basename(task.file.filepath)
  const exception = (exceptions as Exception[]).find((one) => one.file === file && one.title === task.name)
  if (exception) skip(exception.reason)
})
