import { observing } from './observing'
import { exchangesSoFar } from '../../probes/exchanges/ask'
import { furtherFields } from '../../probes/choices/extras'
import { furtherHeaders } from '../../probes/choices/headers'
import { fieldsOf, isSuccess } from '../../probes/answers'
import { ownHeaders, refusalHeaders } from '../../probes/choices/refusal-headers'
import { lastPageOfWebhooks } from '../../probes/listed-webhooks'
import { webhookListChoice } from '../../probes/choices/webhook-list'
import { NotApplicable } from '../../engine/outcome'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Situation } from '../../../../generated/situations'

const last = {
  ...observing,
  mode: 'read-only',
  needs: [],
  rules: ['OQ-38'],
  restsOn: 'Resources and their fields',
} as const

/** Choices that only all answers together show. */
export const furtherChoiceChecks: readonly Check[] = [
  {
    ...last,
    id: 'further-fields',
    title: 'which further fields answers have',
    leavesOpen: 'A service may have fields that the interface does not name.',
    async run(context) {
      const extras = furtherFields(await answersOf(context))
      if (Object.keys(extras).length > 0) context.observe('extras', extras)
      const webhookList = webhookListChoice(
        await answersOf(context),
        context.dialect,
        lastPageOfWebhooks(context).answer,
      )
      if (webhookList) context.observe('webhookList', webhookList)
      return namesIn(extras)
    },
  },
  {
    ...last,
    id: 'further-headers',
    title: 'which further headers answers have',
    leavesOpen: 'A service may send headers that the interface does not name.',
    async run(context) {
      const mark = context.dialect.replayHeader?.name.toLowerCase()
      const answers = await answersOf(context)
      const retrieved = answers.filter(
        (one) => one.exchange.name === 'retrieve-event' && isSuccess(one.answer),
      )
      const others = answers.filter((one) => !retrieved.includes(one))
      const headers = furtherHeaders(others, mark === undefined ? [] : [mark])
      const ofRetrieval = ownHeaders(retrieved, { ...headers.every, ...headers.event }, ({ answer }) =>
        fieldsOf(answer),
      )
      if (retrieved.length > 0 && Object.keys(ofRetrieval).length > 0) headers.retrieval = ofRetrieval
      if (Object.keys(headers).length > 0) context.observe('headers', headers)
      const ofRefusals = refusalHeaders(answers, headers, context.dialect)
      for (const [situation, own] of Object.entries(ofRefusals))
        context.observe('errors', {
          [situation]: { ...context.dialect.errors?.[situation as Situation], headers: own },
        })
      return namesIn(headers)
    },
  },
]

/** The answers to the exchanges of this run. There are none where the run was asked for this check alone. */
async function answersOf(context: Context) {
  const seen = exchangesSoFar(context)
  if (seen.length === 0) throw new NotApplicable('No other check has asked for anything yet.')
  return Promise.resolve(seen)
}

function namesIn(parts: Readonly<Record<string, object | undefined>>): string {
  const named = Object.entries(parts).map(
    ([part, names]) => `${part}: ${Object.keys(names ?? {}).join(', ')}`,
  )
  return named.length > 0 ? `${named.join('; ')}.` : 'None.'
}
