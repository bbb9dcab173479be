import { apiKeyOf, errorResponse, parseObject, type Mutant } from '../../support/breakage'
import { parameterOf, refuse, registers } from '../changes'

/** The answer of a service that fails itself. */
export const crash = () => errorResponse(500, 'internal_error', 'Something went wrong.')

/** Requests on which services fail, and how each is told from others. */
const causes: readonly { name: string; title: string; is: (request: Request, text: string) => boolean }[] = [
  {
    name: 'long-key',
    title: 'a key of thousands of characters',
    is: (request) => apiKeyOf(request).length > 1_000,
  },
  {
    name: 'deep-payload',
    title: 'a payload that nests deep',
    is: (_, text) => text.includes('['.repeat(1_000)) && text.includes(']'),
  },
  { name: 'empty-limit', title: 'an empty limit', is: (request) => parameterOf(request, 'limit') === '' },
  {
    name: 'fraction-of-a-limit',
    title: 'a limit that is no whole number',
    is: (request) => parameterOf(request, 'limit') === '1.5',
  },
  {
    name: 'unknown-charset',
    title: 'a charset that nobody knows',
    is: ({ headers }) => /charset=(?!utf-8)/i.test(headers.get('content-type') ?? ''),
  },
  {
    name: 'empty-content-type',
    title: 'an empty Content-Type',
    is: ({ method, headers }) => method === 'POST' && !headers.get('content-type'),
  },
  { name: 'number-as-body', title: 'a number in place of an object', is: (_, text) => /^\d+$/.test(text) },
  {
    name: 'description-of-another-kind',
    title: 'a description that is no text',
    is: (request, text) => registers(request) && typeof parseObject(text)?.description === 'object',
  },
  { name: 'large-body', title: 'a body of more than 300,000 bytes', is: (_, text) => text.length > 300_000 },
]

/** Mutants that answer an odd request by a server error. */
export const crashMutants: readonly Mutant[] = causes.map(({ name, title, is }) => ({
  id: `${name}-is-500`,
  rule: 'ER-5',
  title: `${title} is answered by 500`,
  break: refuse(is, crash),
}))
