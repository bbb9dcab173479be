import type { RequestEntry } from '../../journal/entry'
import { Expression } from './source-text'

/** A body of an operation that is larger than `limit` bytes, as an expression: nobody could read its text. */
export function largeBody(operation: RequestEntry['operation'], limit: number): Expression {
  const text = `'x'.repeat(${limit})`
  switch (operation) {
    case 'createWebhook':
      return stringified(`url: 'https://shop.example/hooks', events: ['*'], description: ${text}`)
    case 'createKey':
      return stringified(`name: ${text}, scopes: ['events:read']`)
    default:
      return stringified(`type: 'order.paid', data: { text: ${text} }`)
  }
}

function stringified(members: string): Expression {
  return new Expression(`JSON.stringify({ ${members} })`)
}
