import { expect, test } from 'vitest'
import { djangoStyle } from './django'
import { findings } from '../../support/judged'
import { gatewayStyle } from './gateway'
import { compareAnew, differingIn } from '../twin-score'
import { serviceOf } from './ground'
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
    const services: ReturnType<typeof serviceOf>[] = []
    const { report, comparison } = await compareAnew(() => {
      services.push(serviceOf(style))
      return services.at(-1)!.target
    })
    expect(findings(report)).toEqual([])
    expect(report.verdict).toBe('conformant')
    expect(report.dialect).toMatchObject(shown[name as keyof typeof styles])
    expect(differingIn(comparison)).toEqual([])
    expect(comparison.total).toBeGreaterThan(60)
    expect(services.map((service) => service.webhooks())).toEqual([0, 0])
  })
}
