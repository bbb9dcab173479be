// A setup file of vitest. A seal of a ledger costs a twentieth of a second, by intent, and the runs of `npm test` seal hundreds: the same
// function with its least cost shows as much about what is sealed by which key. The later tiers seal at the full cost, as real processes do.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll } from 'vitest'
import { tier } from './tier'

const { scryptSync } = crypto

function replaceScrypt(by: typeof scryptSync): void {
  crypto.scryptSync = by
  // Whoever has imported the name has the new function from now on.
  syncBuiltinESMExports()
}

if (tier === 'test') {
  replaceScrypt((password, salt, length) => scryptSync(password, salt, length, { N: 2 }))
  afterAll(() => replaceScrypt(scryptSync))
}
