import { hex } from '../core/encoding'

const nonceBytes = 16

/** The key of a delivery. Written so that no two pairs of scope and id share a key, whatever characters they have. */
export const deliveryKey = (scope: string, id: string): string => JSON.stringify([scope, id])

/** A token that no other claim has, and that carries the key of its delivery. */
export const newToken = (key: string): string => hex(crypto.getRandomValues(new Uint8Array(nonceBytes))) + key

/** The key that a token carries. */
export const keyOfToken = (token: string): string => token.slice(2 * nonceBytes)
