import { invalidRequest } from '../http/refusal'
import { nearest } from '../../src/core/nearest'
import { requestFaultKinds, type RequestFaultKind } from './fault'

/** The preferences of a request (RFC 7240) that the mock understands. */
export interface Preferences {
  /** The status to answer with. */
  code?: number
  /** The name of an example of the document to answer with. */
  example?: string
  /** Milliseconds to wait before the request is handled. */
  delay?: number
  fault?: PreferredFault
}

/** A fault that a request can prefer. The other kinds of faults are preferences of their own: `code` and `delay`. */
export type PreferredFault = Exclude<RequestFaultKind, 'status' | 'latency'>

const longestDelay = 60_000
const faults = requestFaultKinds.filter((kind) => kind !== 'status' && kind !== 'latency')

/** Reads the value of each preference, and throws a refusal when it is wrong. */
const readers: { [Name in keyof Preferences]-?: (value: string) => Preferences[Name] } = {
  code(value) {
    if (/^[2-5]\d\d$/.test(value)) return Number(value)
    throw invalidRequest('Prefer: code must be a status from 200 to 599.', 'Prefer')
  },
  example: (value) => value,
  delay(value) {
    if (/^\d+$/.test(value) && Number(value) <= longestDelay) return Number(value)
    throw invalidRequest(`Prefer: delay must be milliseconds, at most ${longestDelay}.`, 'Prefer')
  },
  fault(value) {
    const known = faults.find((kind) => kind === value)
    if (known) return known
    const hint = `The nearest one is ${nearest(value, faults)}.`
    throw invalidRequest(`Prefer: fault must be one of ${faults.join(', ')}. ${hint}`, 'Prefer')
  },
}

/** Reads a `Prefer` header. Unknown preferences are ignored, as RFC 7240 demands. */
export function preferences(header: string): Preferences {
  const found: Preferences = {}
  for (const part of header.split(/[,;]/)) {
    const [written = '', value = ''] = part.split('=').map((side) => side.trim().replace(/^"(.*)"$/, '$1'))
    const name = written.toLowerCase()
    // RFC 7240 section 2: when a preference is given twice, the first one counts.
    if (!Object.hasOwn(readers, name) || Object.hasOwn(found, name)) continue
    Object.assign(found, { [name]: readers[name as keyof Preferences](value) })
  }
  if (found.fault === 'latency-after-commit' && found.delay === undefined) {
    throw invalidRequest('Prefer: fault=latency-after-commit wants delay=MILLISECONDS beside it.', 'Prefer')
  }
  if (found.fault?.startsWith('reset') && (found.code !== undefined || found.example !== undefined)) {
    throw invalidRequest(`Prefer: fault=${found.fault} leaves no answer that could have a code.`, 'Prefer')
  }
  if (found.fault === 'html' && found.example !== undefined) {
    throw invalidRequest('Prefer: fault=html takes the place of an example.', 'Prefer')
  }
  return found
}

/** The value of the `Preference-Applied` header for these preferences. */
export function appliedPreferences(preferences: Preferences): string {
  return Object.entries(preferences)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

/** The preferences as the cause of an answer, for the journal: `Prefer; code=503`. `undefined` where there are none. */
export function causeOf({ code, example, delay, fault }: Preferences): string | undefined {
  const parts = Object.entries({ code, example, delay, kind: fault })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
  return parts.length === 0 ? undefined : ['Prefer', ...parts].join('; ')
}
