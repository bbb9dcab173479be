import { deliveryKey } from '../../receiving/claim-token'
import { hex, utf8 } from '../../receiving/encoding'

/** The key of a delivery: the hash of its scope and id. */
export async function inboxKey(scope: string, id: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(deliveryKey(scope, id)))))
}

const longestShown = 100

/** The id as the table shows it to people. Two deliveries may show the same. */
export const shownId = (id: string): string =>
  // PostgreSQL has no U+0000, and UTF-8 no half of a pair.
  id.slice(0, longestShown).replace(/[\0\p{Cs}]/gu, '\uFFFD')

const hexDigits = 16

/** The number of the advisory lock of a delivery. Deliveries that share one by chance exclude each other, and nothing worse. */
export const lockOf = (key: string): string =>
  BigInt.asIntN(64, BigInt(`0x${key.slice(0, hexDigits)}`)).toString()
