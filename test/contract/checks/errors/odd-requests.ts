import { operations, type OperationId } from '../../../../generated/operations'
import { Violation } from '../../engine/outcome'
import { unknownKey } from '../../probes/identifiers'
import { dismiss } from '../../probes/deliveries'
import { expectStatus, isSuccess } from '../../probes/expect'
import { register } from '../../probes/webhooks'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { ApiRequest } from '../../engine/paced-client'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Bodies that are no request at all. Which 4xx they get is open; a success or a 5xx is not. */
const malformed: readonly { name: string; sent: (type: string) => Partial<ApiRequest> }[] = [
  { name: 'truncated-json', sent: (type) => ({ raw: `{"type":"${type}","data":{` }) },
  { name: 'empty-body', sent: () => ({ raw: '' }) },
  { name: 'list-as-body', sent: () => ({ raw: '[]' }) },
  { name: 'null-as-body', sent: () => ({ raw: 'null' }) },
  { name: 'text-as-body', sent: () => ({ raw: '"event"' }) },
  { name: 'number-as-body', sent: () => ({ raw: '42' }) },
  {
    name: 'no-json',
    sent: (type) => ({ raw: `type=${type}`, contentType: 'application/x-www-form-urlencoded' }),
  },
]

/** Requests that nothing says how to answer, but not by a server error. */
const odd: readonly { name: string; sent: (context: Context) => Partial<ApiRequest> & { path: string } }[] = [
  { name: 'limit-zero', sent: () => ({ path: '/v1/events?limit=0' }) },
  { name: 'limit-negative', sent: () => ({ path: '/v1/events?limit=-1' }) },
  { name: 'limit-no-number', sent: () => ({ path: '/v1/events?limit=many' }) },
  { name: 'limit-huge', sent: () => ({ path: '/v1/events?limit=99999999999999999999' }) },
  { name: 'limit-empty', sent: () => ({ path: '/v1/events?limit=' }) },
  { name: 'limit-fraction', sent: () => ({ path: '/v1/events?limit=1.5' }) },
  { name: 'limit-twice', sent: () => ({ path: '/v1/events?limit=1&limit=2' }) },
  { name: 'cursor-empty', sent: () => ({ path: '/v1/events?cursor=' }) },
  { name: 'cursor-unknown', sent: () => ({ path: '/v1/events?cursor=cur_doesnotexist' }) },
  { name: 'cursor-garbage', sent: () => ({ path: '/v1/events?cursor=%00%ff%27%22%3B' }) },
  { name: 'cursor-long', sent: () => ({ path: `/v1/events?cursor=cur_${'a'.repeat(3000)}` }) },
  { name: 'id-garbage', sent: () => ({ path: '/v1/webhooks/%00%27%22', method: 'DELETE' }) },
  { name: 'id-bad-encoding', sent: () => ({ path: '/v1/webhooks/%E0%A4%A', method: 'DELETE' }) },
  { name: 'id-long', sent: () => ({ path: `/v1/webhooks/wh_${'a'.repeat(3000)}`, method: 'DELETE' }) },
  { name: 'unknown-path', sent: () => ({ path: '/v1/nothing-here' }) },
  { name: 'wrong-method', sent: () => ({ path: '/v1/events', method: 'PUT', body: {} }) },
  { name: 'deep-json', sent: () => ({ path: '/v1/events', method: 'POST', raw: '['.repeat(5000) }) },
  {
    // Well-formed, and without a type, so that no reader of events ever meets it.
    name: 'deep-payload',
    sent: () => ({
      path: '/v1/events',
      method: 'POST',
      raw: `{"data":{"deep":${'['.repeat(2000)}${']'.repeat(2000)}}}`,
    }),
  },
  {
    name: 'unknown-charset',
    sent: () => ({
      path: '/v1/events',
      method: 'POST',
      body: {},
      contentType: 'application/json; charset=x-none',
    }),
  },
  {
    name: 'empty-content-type',
    sent: () => ({ path: '/v1/events', method: 'POST', body: {}, contentType: '' }),
  },
  {
    name: 'long-key',
    sent: () => ({
      path: '/v1/events',
      key: { kind: 'invalid', value: unknownKey('sk_test_').repeat(75), label: '' },
    }),
  },
  {
    name: 'bad-numbers',
    sent: () => ({ path: '/v1/events', method: 'POST', raw: '{"type":1e999,"data":{"n":-1e999}}' }),
  },
  {
    name: 'lone-surrogate',
    sent: ({ prefix }) => ({
      path: '/v1/events',
      method: 'POST',
      raw: `{"type":"${prefix}.\\ud800","data":{}}`,
    }),
  },
  {
    name: 'prototype',
    sent: () => ({
      path: '/v1/webhooks',
      method: 'POST',
      raw: '{"__proto__":{"url":"https://example.com"},"events":{"__proto__":[]}}',
    }),
  },
  {
    name: 'data-missing-in-list',
    sent: () => ({
      path: '/v1/webhooks',
      method: 'POST',
      raw: '{"url":["https://example.com"],"events":[null,{}]}',
    }),
  },
]

/** Requests that are malformed or merely odd: none is answered by a server error. */
export const oddRequestChecks: readonly Check[] = [
  ...malformed.map(({ name, sent }): Check => ({
    ...base,
    id: `malformed-event-${name}`,
    title: `a malformed request creates nothing and is no server error: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-5', 'GN-2'],
    async run(context) {
      const { raw, contentType } = sent(context.unique('malformed'))
      const answer = await context.call('createEvent', { key: context.eventKey(), raw, contentType })
      if (answer.status >= 400) return
      throw new Violation('GN-2', `A malformed request was answered by ${answer.status}.`, {
        expected: 'a 4xx',
        received: answer.status,
        evidence: answer.evidence,
      })
    },
  })),
  ...odd.map(({ name, sent }): Check => ({
    ...base,
    id: `no-server-error-${name}`,
    title: `no server error: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-5'],
    async run(context) {
      const request = { method: 'GET', key: context.eventKey(), ...sent(context) }
      const operation = operationOf(request)
      const answer = await context.send(request, operation)
      if (answer.status < 500) return `It was answered by ${answer.status}.`
      expectStatus(answer, 'ER-5', [400], 'An odd request')
      return undefined
    },
  })),
  {
    ...base,
    id: 'no-server-error-description-of-another-kind',
    title: 'no server error: description of another kind',
    rules: ['ER-5'],
    needs: ['webhook-key'],
    async run(context) {
      const registered = await register(context)
      await dismiss(context, registered)
      const { key, input } = registered
      for (const description of [42, { text: 'a' }]) {
        const body = { ...input, description }
        const answer = await context.call('createWebhook', { key, body, odd: true })
        const { id } = (answer.json ?? {}) as { id?: unknown }
        if (answer.status >= 500) expectStatus(answer, 'ER-5', [201, 400], 'A description that is no text')
        if (!isSuccess(answer) || typeof id !== 'string') continue
        await context.call('deleteWebhook', { key, path: { id } })
      }
    },
  },
]

/** The operation of the document that a request addresses, so that its answer is held against it. */
function operationOf({ method, path }: { method: string; path: string }): OperationId | undefined {
  const [pathname] = path.split('?')
  return Object.values(operations).find((one) => one.method === method && one.path === pathname)?.id
}
