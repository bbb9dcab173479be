import { apiKeyOf, errorResponse, parseObject, type Mutant } from '../../support/breakage'
import { parameterOf, refuse, registers } from '../changes'

/** The answer of a service that fails itself. */
export const crash = () => errorResponse(500, 'internal_error', 'Something went wrong.')

/** Requests on which services fail, and how each is told from others. */
const causes: Readonly<Record<string, (request: Request, text: string) => boolean>> = {
  'long-key': (request) => apiKeyOf(request).length > 1_000,
  'deep-payload': (_, text) => text.includes('['.repeat(1_000)) && text.includes(']'),
  'empty-limit': (request) => parameterOf(request, 'limit') === '',
  'fraction-of-a-limit': (request) => parameterOf(request, 'limit') === '1.5',
  'unknown-charset': ({ headers }) => /charset=(?!utf-8)/i.test(headers.get('content-type') ?? ''),
  'empty-content-type': ({ method, headers }) => method === 'POST' && !headers.get('content-type'),
  'number-as-body': (_, text) => /^\d+$/.test(text),
  'description-of-another-kind': (request, text) =>
    registers(request) && typeof parseObject(text)?.description === 'object',
  'large-body': (_, text) => text.length > 300_000,
}

/** Mutants that answer an odd request by a server error. */
export const crashMutants: readonly Mutant[] = Object.entries(causes).map(([name, is]) => ({
  ...{ id: `${name}-is-500`, rule: 'ER-5' },
  break: refuse(is, crash),
}))
