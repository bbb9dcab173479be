import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { createTarget, mockKeys } from '../support/backend'
import { named, outcomes } from '../support/judged'
import type { Fetch } from '../support/breakage'

const valid: readonly string[] = [mockKeys.live, mockKeys.test]
const keyOf = (request: Request) => (request.headers.get('authorization') ?? '').replace('Bearer ', '')
const isCreation = (request: Request) => request.method === 'POST' && request.url.endsWith('/v1/events')

function withKey(request: Request, key: string): Request {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${key}`)
  return new Request(request, { headers })
}

/** Services that do something before they look at the key. */
const services: readonly [words: string, check: string, rule: string, around: (fetch: Fetch) => Fetch][] = [
  [
    'deletes a webhook that stands without a key',
    'missing-key-cannot-write',
    'AU-3',
    (fetch) => {
      const owners = new Map<string, string>()
      return async (request) => {
        const owner = owners.get(request.url.split('/').at(-1) ?? '')
        if (request.method === 'DELETE' && keyOf(request) === '' && owner !== undefined)
          return fetch(withKey(request, owner))
        const key = keyOf(request)
        const response = await fetch(request)
        const { id } = (await response.clone().json()) as { id?: string }
        if (response.status === 201 && id !== undefined) owners.set(id, key)
        return response
      }
    },
  ],
  [
    'answers a known idempotency key whatever the API key',
    'invalid-key-cannot-write',
    'AU-4',
    (fetch) => {
      const answers = new Map<string, Response>()
      return async (request) => {
        const once = isCreation(request) ? request.headers.get('idempotency-key') : null
        const known = once === null || valid.includes(keyOf(request)) ? undefined : answers.get(once)
        if (known) return known.clone()
        const response = await fetch(request)
        if (once !== null && response.status === 201) answers.set(once, response.clone())
        return response
      }
    },
  ],
  [
    'creates the event of a key that it refuses',
    'nearly-valid-key-cannot-write',
    'AU-4',
    (fetch) => async (request) => {
      const near = valid.find((one) => keyOf(request) !== one && keyOf(request).startsWith(one))
      if (near !== undefined && isCreation(request)) await fetch(withKey(request.clone(), near))
      return fetch(request)
    },
  ],
]

for (const [words, check, rule, around] of services) {
  test(`a service that ${words} is found to break ${rule}`, async () => {
    const target = createTarget()
    const fetch = around((request) => Promise.resolve(target.fetch(request)))
    const report = await runChecks({ ...target, fetch }, named(check), { mode: 'non-disruptive' })
    expect(outcomes(report)).toContainEqual(['failed', [rule]])
  })
}
