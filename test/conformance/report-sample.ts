import type { Report } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'

/** Text that tries to break out of markup, with characters that neither HTML nor XML may hold. */
export const hostile =
  '</pre></title><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u0000\u001b\u202e\ufffe\ud800'

/** A report in which a text of the service stands wherever one can. */
export function reportOf(text: string): Report {
  return {
    verdict: 'non-conformant',
    rules: [{ id: 'EV-3', state: 'broken' }],
    seed: 1,
    settings: {
      samples: 25,
      requestTimeout: 10_000,
      listingTimeout: 10_000,
      deliveryTimeout: 20_000,
      timeLimit: 600_000,
    },
    keys: ['live', 'test'],
    requests: 1,
    suite: { version: '1.2.3' },
    target: { baseUrl: `https://events.example/${text}` },
    mode: 'full',
    startedAt: '2026-11-21T03:00:00.000Z',
    durationMs: 2345,
    summary: {
      ...{ passed: 1, failed: 1, warned: 0, observed: 1, notApplicable: 1, couldNotRun: 1, errored: 1 },
      flaky: 0,
      coverage: { judged: 2, total: rules.length },
    },
    checks: [
      {
        ...{
          id: 'create-event',
          title: 'a type and a payload make an event',
          level: 'must',
          status: 'failed',
        },
        ...{ rules: ['EV-3', 'EV-7'], violates: ['EV-3'], message: `EV-3: ${text}`, durationMs: 7 },
        expected: text,
        received: text,
        evidence: [
          {
            request: `curl -i '${text}'`,
            durationMs: 1,
            response: { status: 201, headers: { 'x-odd': text }, body: JSON.stringify({ [text]: text }) },
          },
          { request: `curl -i '${text}'`, durationMs: 1, failure: text },
          { delivery: { method: 'POST', path: `/${text}`, headers: { 'x-odd': text }, body: text } },
        ],
      },
      outcome('event-id', ['EV-12'], 'passed', ''),
      outcome('empty-type', ['OQ-32'], 'observed', text),
      outcome('expired-key', ['AU-1'], 'not-applicable', text, '--expired-key KEY'),
      outcome('deliver', ['DL-1'], 'could-not-run', text, '--receiver-url'),
      outcome('list', ['PG-1'], 'errored', text),
    ],
    dialect: { errorCodes: { '401': text }, createEventStatus: 202 },
    error: text,
  }
}

function outcome(
  id: string,
  concerned: string[],
  status: Report['checks'][number]['status'],
  message: string,
  remedy?: string,
): Report['checks'][number] {
  return {
    ...{ id, title: `title of ${id}`, level: 'must', rules: concerned, status, message, remedy },
    durationMs: 1500,
    evidence: [],
  }
}
