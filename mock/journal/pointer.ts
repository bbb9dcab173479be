import type { OperationDescription } from '../../generated/operations'
import type { RecordedRefusal } from './record'

const document = 'openapi.yaml'

/** The place in the document that explains a refusal: the schema that the request violates, or else the response. */
export function pointerOf(
  { status, pointer }: Pick<RecordedRefusal, 'status' | 'pointer'>,
  operation: OperationDescription | undefined,
): string {
  if (pointer !== undefined) return document + pointer
  if (!operation) return `${document}#/paths`
  const { path, method, responses } = operation
  const name = Object.hasOwn(responses, String(status)) ? String(status) : `${Math.floor(status / 100)}XX`
  const place = `${document}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
  return Object.hasOwn(responses, name) ? `${place}/responses/${name}` : place
}
