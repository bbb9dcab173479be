import {
  checks,
  createInProcessReceiver,
  reportToPages,
  runChecks,
  type Report,
  type Target,
} from '@event-delivery/conformance'
import { createBackend, type BackendOptions } from '@event-delivery/mock'
import { comparisonToHtml } from '../../contract/reports/comparison-page'
import { differencesOf } from '../../contract/reports/differences'

/** Makes two runs, and the pages of which pictures are taken, by the names of these. */
export async function pagesOfRuns() {
  const kept = await runOn({}, (response) => response)
  const broken = await runOn({ dialect: { lastPageCursor: 'absent' } }, async (response) => {
    if (response.status !== 400) return response
    const { error } = (await response.json()) as { error: { param?: string } }
    if (error.param === 'type') delete error.param
    return Response.json({ error }, response)
  })
  const pages = reportToPages(broken)
  const detail = broken.target.baseUrl
  return {
    /** A deployment that breaks one rule: it does not say that `type` is missing. */
    report: pages.get('index.html') ?? '',
    /** The rule of that deployment that names what is wrong with a payload that is missing, and that is kept. */
    rule: pages.get('rules/EV-6.html') ?? '',
    /** The same deployment beside one that keeps the rule and made another choice. */
    diff: comparisonToHtml(
      { name: 'first.json', detail },
      { name: 'second.json', detail },
      differencesOf({ dialect: kept.dialect, report: kept }, { dialect: broken.dialect, report: broken }),
    ),
  }
}

async function runOn(
  options: BackendOptions,
  change: (response: Response) => Response | Promise<Response>,
): Promise<Report> {
  const receiver = createInProcessReceiver()
  const backend = createBackend({ ...options, fetch: receiver.fetch })
  const target: Target = {
    baseUrl: 'https://events.example.com',
    keys: { live: 'sk_live_mock', test: 'sk_test_mock' },
    receiver,
    fetch: async (request) => change(await backend.fetch(request)),
  }
  try {
    return await runChecks(target, checks, { mode: 'full' })
  } finally {
    await backend.close()
  }
}
