import type { OperationDescription } from '../../../generated/operations'
import type { Situation } from '../../../generated/situations'
import { bytesOf, type RecordedRefusal, type RecordedRequest } from '../../journal/record'
import { isJsonObject } from '../../http/json-value'
import type { Settings } from '../../settings/settings'
import type { State } from '../../state/state'
import type { Mode } from '../../store/records'

/** A request that was refused, as far as it explains why. Nothing in it is hidden. */
export interface RefusedCase {
  refusal: RecordedRefusal
  operation?: OperationDescription
  method: string
  path: string
  query: URLSearchParams
  /** The values of the headers by their names in small letters. */
  headers: ReadonlyMap<string, string>
  /** The body as text, and its value where all of it was kept and is JSON. */
  body?: string
  value?: unknown
  /** Whether the body goes on beyond what was kept. */
  isCut: boolean
  /** The mode and the id of the API key, where one was accepted. */
  mode?: Mode
  keyId?: string
}

/** The parts of the backend that say what would have been right. */
export interface Surroundings {
  settings: Settings
  state: Pick<State, 'store' | 'journal'>
}

/** The value that would have done, or comes closest. */
export interface NearMiss {
  /** The field, header or query parameter at fault. */
  field?: string
  /** The value that was sent, and one that would have done. Long ones are cut off. */
  sent?: string
  right?: string
  /** A sentence for people. */
  hint: string
}

/** Finds the near miss of a refusal in one situation. */
export type Finder = (
  refused: RefusedCase,
  around: Surroundings,
) => NearMiss | undefined | Promise<NearMiss | undefined>

/** The finders of some situations. */
export type Finders = Partial<Record<Situation, Finder>>

const decoder = new TextDecoder()

/** The case of a request that the journal recorded; `undefined` for one that was not refused. */
export function recordedCase({
  refusal,
  operation,
  method,
  path: target,
  headers: flat,
  body,
  mode,
  key,
}: RecordedRequest): RefusedCase | undefined {
  if (!refusal) return undefined
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const headers = new Map<string, string>()
  for (let index = 0; index < flat.length; index += 2) {
    headers.set((flat[index] ?? '').toLowerCase(), flat[index + 1] ?? '')
  }
  const text = body && decoder.decode(bytesOf(body))
  return {
    ...{ refusal, operation, method, path, headers, mode, keyId: key?.id },
    query: new URLSearchParams(query),
    ...bodyOf(text, body?.cut ?? false),
  }
}

/** The part of a case that its body decides. */
export function bodyOf(
  text: string | undefined,
  isCut: boolean,
): Pick<RefusedCase, 'body' | 'value' | 'isCut'> {
  if (text === undefined || isCut) return { body: text, isCut }
  try {
    return { body: text, value: JSON.parse(text) as unknown, isCut }
  } catch {
    return { body: text, isCut }
  }
}

/** A field of the body. */
export function fieldOf({ value }: RefusedCase, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const longest = 200

/** A value as a near miss shows it. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
