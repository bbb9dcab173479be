import { spawnSync } from 'node:child_process'

/** Whether this machine has curl. */
export const hasCurl = spawnSync('curl', ['--version']).error === undefined
