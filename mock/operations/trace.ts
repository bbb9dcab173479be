import type { OperationDescription } from '../../generated/operations'
import type { Answer } from '../http/answer'
import type { StoredKey } from '../store/records'

/** The findings about a request on its way, for the journal. A refusal leaves the later ones out. */
export interface Trace {
  operation?: OperationDescription
  key?: StoredKey
  /** The fault that struck, with its seed and draw, and what the `Prefer` header asked for. */
  fault?: string
  /** The subject of the answer that the operation made, also where a fault put another answer in its place. */
  about?: Answer['about']
  /** Aborted when the client leaves. Only requests that wait are watched, because watching costs time. */
  signal?: AbortSignal
}
