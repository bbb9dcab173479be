import { expect, test } from 'vitest'
import { djangoStyle } from './django'
import { gatewayStyle } from './gateway'
import { judgeStyle } from './score'
import { railsStyle } from './rails'

const styles = { django: djangoStyle, rails: railsStyle, gateway: gatewayStyle }

/** The parts of the dialects that no service of the other families shows. */
const shown = {
  django: {
    allow: 'with-head-and-options',
    extras: {
      error: { detail: { copy: 'message' } },
      list: { next: { template: 'https://framework.test/v1/events?cursor={nextCursor}' } },
    },
    deliveryBody: {
      hook: { id: '{webhook.id}', event: '{event.type}', target: '{webhook.url}' },
      data: '{event}',
    },
  },
  rails: {
    signature: { scheme: 'unknown', in: 'body' },
    deliveryEncoding: {
      template: 'timestamp={unix}&token={random:16}&signature={hex:64}&payload={form}',
    },
    headers: {
      list: {
        link: { template: '<https://framework.test/v1/events?cursor={nextCursor}>; rel="next"' },
      },
      event: { etag: { kind: 'text', sample: expect.stringMatching(/^W\/"[\da-f]{32}"$/) as string } },
    },
    errors: { missingKey: { headers: { 'x-request-id': { constant: null } } } },
  },
  gateway: {
    signature: { scheme: 'unknown', in: 'body' },
    deliveryBody: {
      MessageId: '{uuid}',
      Message: '{text:event}',
      Timestamp: '{now:milliseconds}',
      Signature: '{random:43}=',
    },
    errors: {
      invalidKey: { headers: { 'x-amzn-errortype': { constant: 'UnauthorizedException' } } },
      notOffered: { headers: { 'x-amzn-errortype': { constant: 'MissingAuthenticationTokenException' } } },
    },
  },
} as const

for (const [name, style] of Object.entries(styles)) {
  test(`a service in the style of ${name} is judged right, and its twin cannot be told from it`, async () => {
    const { report, comparison, left } = await judgeStyle(style)
    expect(
      report.checks.filter(({ status }) => ['failed', 'could-not-run', 'errored'].includes(status)),
    ).toEqual([])
    expect(report.verdict).toBe('conformant')
    expect(report.dialect).toMatchObject(shown[name as keyof typeof styles])
    expect(comparison.exchanges.filter(({ differences }) => differences.length > 0)).toEqual([])
    expect(comparison.total).toBeGreaterThan(60)
    expect(left).toBe(0)
  })
}
