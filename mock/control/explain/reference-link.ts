import { operations, type OperationDescription } from '../../../generated/operations'
import { controlRoot } from '../../http/front-page'

/** The place of an operation in the reference that the mock serves; its first chapter without an operation. */
export function referenceLink(operation: OperationDescription | undefined): string {
  const { tag } = operation ?? operations.createEvent
  const place = operation ? `/${operation.id.toLowerCase()}` : ''
  return `${controlRoot}/docs#/${tag.toLowerCase()}${place}`
}
