import { answerInstead, errorResponse, operationOf, parseObject, type Mutant } from '../support/breakage'

const crash = () => errorResponse(500, 'internal_error', 'Something went wrong.')

/** Requests on which a service fails itself, and how they are told from others. */
const causes: readonly {
  name: string
  title: string
  is: (request: Request, text: string) => boolean
}[] = [
  {
    name: 'long-key',
    title: 'a key of thousands of characters',
    is: ({ headers }) => (headers.get('authorization') ?? '').length > 1_000,
  },
  {
    name: 'deep-payload',
    title: 'a payload that nests deep',
    is: (_, text) => text.includes('['.repeat(1_000)) && text.includes(']'),
  },
  {
    name: 'empty-limit',
    title: 'an empty limit',
    is: ({ url }) => new URL(url).searchParams.get('limit') === '',
  },
  {
    name: 'fraction-of-a-limit',
    title: 'a limit that is no whole number',
    is: ({ url }) => new URL(url).searchParams.get('limit') === '1.5',
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
    is: (request, text) =>
      operationOf(request) === 'createWebhook' && typeof parseObject(text)?.description === 'object',
  },
  { name: 'large-body', title: 'a body of more than 300,000 bytes', is: (_, text) => text.length > 300_000 },
]

/** Mutants that fail themselves on a request that is odd. */
export const crashMutants: readonly Mutant[] = causes.map(({ name, title, is }) => ({
  id: `${name}-is-500`,
  rule: 'ER-5',
  title: `${title} is answered by 500`,
  break: answerInstead(async (request) => (is(request, await request.clone().text()) ? crash() : undefined)),
}))
