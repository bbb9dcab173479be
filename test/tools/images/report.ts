import {
  checks,
  createInProcessReceiver,
  reportToHtml,
  runChecks,
  type Target,
} from '@event-delivery/conformance'
import { createBackend } from '@event-delivery/mock'

/** The report on a deployment that breaks one rule: it does not say that `type` is missing. */
export async function pageWithReport(): Promise<string> {
  const receiver = createInProcessReceiver()
  const backend = createBackend({ fetch: receiver.fetch })
  const target: Target = {
    baseUrl: 'https://events.example.com',
    keys: { live: 'sk_live_mock', test: 'sk_test_mock' },
    receiver,
    fetch: async (request) => {
      const response = await backend.fetch(request)
      if (response.status !== 400) return response
      const { error } = (await response.json()) as { error: { param?: string } }
      if (error.param === 'type') delete error.param
      return Response.json({ error }, response)
    },
  }
  try {
    return reportToHtml(await runChecks(target, checks, { mode: 'full' }))
  } finally {
    await backend.close()
  }
}
