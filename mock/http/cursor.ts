import { base64, utf8 } from '../../src/core/encoding'
import type { Mode, PageQuery } from '../store/records'
import { strictUtf8 } from './strict-utf8'

/** The scope of a cursor: a list in any other scope does not accept it. */
export interface CursorScope {
  /** The name of the list. It is part of the list's cursors, so that no other list accepts them. */
  list: string
  mode: Mode
  order: PageQuery['order']
  /** The epoch of the store: a cursor from before a reset belongs to data that is gone. */
  epoch: string
}

type Position = NonNullable<PageQuery['after']>

// The seal of a cursor, then the position of the last item of its page.
const form = /^cur_([0-9a-z]{11})([A-Za-z0-9_-]{1,400})$/

/** The cursor of a position. To clients it is opaque. */
export function cursorAt(position: Position, scope: CursorScope): string {
  const code = typeof position === 'number' ? position.toString(36) : base64Url(position)
  return `cur_${seal(code, scope)}${code}`
}

/** The position of a cursor, `undefined` where this list never returned it. */
export function positionOf(cursor: string, scope: CursorScope): Position | undefined {
  const [, sealed, code = ''] = form.exec(cursor) ?? []
  if (sealed === undefined || sealed !== seal(code, scope)) return undefined
  return scope.order === 'by-id' ? fromBase64Url(code) : parseInt(code, 36)
}

/**
 * A checksum that depends on the scope. Whoever does not know the epoch, which is random, guesses one in 2^55 of them: a
 * cursor that was made up, or changed, is recognised. It is no cryptographic seal, because nothing secret hangs on it.
 */
function seal(code: string, { list, mode, order, epoch }: CursorScope): string {
  let high = 0xdeadbeef | 0
  let low = 0x41c6ce57 | 0
  // The texts one after the other, and no text of them all: 140 ns, and 210 with it.
  for (const text of [epoch, '.', list, '.', mode, '.', order, '.', code]) {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      high = Math.imul(high ^ unit, 0x9e3779b1)
      low = Math.imul(low ^ unit, 0x5f356495)
    }
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  // Two small integers are written in 60 ns. A number of 55 bits would take 400.
  return (high >>> 2).toString(32).padStart(6, '0') + (low >>> 7).toString(32).padStart(5, '0')
}

function base64Url(text: string): string {
  return base64(utf8(text)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
}

function fromBase64Url(code: string): string | undefined {
  try {
    const letters = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return strictUtf8.decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}
