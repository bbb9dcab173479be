import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a file to its end, and resolves with what it printed. Rejects with an error that has it, where it fails. */
export const run = promisify(execFile)
