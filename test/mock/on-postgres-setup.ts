// A setup file of vitest: the harnesses of the test files keep their data on PostgreSQL.
import { keepOnPostgres } from '../support/harness-store'

await keepOnPostgres()
