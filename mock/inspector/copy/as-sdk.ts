import { defaultDialect, type CompleteDialect } from '../../../generated/dialect'
import type { OperationId } from '../../../generated/operations'
import type { CopiedRequest, Pieces } from './copied-request'
import { sdkCall } from './sdk-calls'
import { Expression, sourceOf, template } from './source-text'

/** A program as text, or the reason why there is none. */
export type CopiedText = { text: string } | { reason: string }

/** The fields of a dialect that a client of the SDK has to be told. */
const toldFields = ['idempotency', 'operations'] as const

/**
 * A request as a program with the SDK. Where the SDK refuses such a call before it sends anything, and so cannot repeat the request,
 * the reason takes the place of the program.
 */
export function asSdk(
  request: CopiedRequest,
  operation: OperationId | undefined,
  dialect: Pick<CompleteDialect, (typeof toldFields)[number]>,
  baseUrl: string,
): CopiedText {
  const made = sdkCall(request, operation, dialect)
  if ('reason' in made) return made
  const told = toldFields.filter(
    (field) => JSON.stringify(dialect[field]) !== JSON.stringify(defaultDialect[field]),
  )
  const options = {
    apiKey: keyExpression(request),
    baseUrl,
    dialect: told.length === 0 ? undefined : Object.fromEntries(told.map((field) => [field, dialect[field]])),
  }
  const lines = [
    "import { EventDelivery } from '@event-delivery/sdk'",
    '',
    `const client = new EventDelivery(${sourceOf(options)})`,
    `console.log(await ${made.call})`,
  ]
  return { text: `${lines.join('\n')}\n` }
}

/** The API key that a request bore, as an expression. */
function keyExpression({ headers }: CopiedRequest): Expression {
  const value = headers.find(([name]) => name === 'authorization')?.[1] ?? []
  const pieces: Pieces = value
    .map((piece, index) =>
      index === 0 && typeof piece === 'string' ? piece.replace(/^Bearer +/i, '') : piece,
    )
    .filter((piece) => piece !== '')
  const [only] = pieces
  return pieces.length === 1 && only instanceof Expression ? only : new Expression(template(pieces))
}
