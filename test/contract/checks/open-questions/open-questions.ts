import { NotApplicable } from '../../engine/outcome'
import { awaitListed } from '../../probes/await-listed'
import { createEvent, eventInput } from '../../probes/events'
import {
  discard,
  dismiss,
  listedWebhooks,
  newAddress,
  newWebhookUrl,
  nowhere,
  register,
  webhookKey,
} from '../../probes/webhooks'
import { idOf, isRefusal, isSuccess } from '../../probes/answers'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'

const base = { level: 'observe', mode: 'non-disruptive', needs: ['event-key'] } as const
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).join(', ')

/** The deployment's choices where the interface is silent. Nothing here fails. */
export const openQuestionChecks: readonly Check[] = [
  {
    ...base,
    id: 'data-that-is-no-object',
    title: 'what data gets that is no object',
    rules: ['OQ-21'],
    async run(context) {
      const key = context.eventKey()
      const answers: Answer[] = []
      for (const data of ['text', 42, [1, 2]]) {
        answers.push(await context.call('createEvent', { key, body: { type: context.unique('data'), data } }))
      }
      if (answers.every(isSuccess)) context.observe('nonObjectData', 'accept')
      if (answers.every(isRefusal)) context.observe('nonObjectData', 'reject')
      return `Text, a number and a list were answered by ${statusesOf(answers)}.`
    },
  },
  {
    ...base,
    id: 'unknown-fields',
    title: 'what unknown fields of a body get',
    rules: ['OQ-22'],
    async run(context) {
      const body = { ...eventInput(context, 'field'), [`unknown_${context.prefix}`]: true }
      const answer = await context.call('createEvent', { key: context.eventKey(), body })
      if (isSuccess(answer)) context.observe('unknownFields', 'ignore')
      if (isRefusal(answer)) context.observe('unknownFields', 'reject')
      return `It was answered by ${answer.status}.`
    },
  },
  {
    ...base,
    id: 'empty-or-mixed-events',
    title: 'what events gets that is empty, holds duplicates or mixes * with others',
    rules: ['OQ-23'],
    needs: ['webhook-key'],
    async run(context) {
      const key = webhookKey(context)
      const type = context.unique('mixed')
      const answers: Answer[] = []
      for (const events of [[], [type, type], ['*', type]]) {
        // Without a receiver of our own, nobody may get the events of a webhook that may be for all of them.
        const isForAllElsewhere = events.includes('*') && context.receiverUrl === undefined
        const url = isForAllElsewhere ? nowhere + newAddress(context) : await newWebhookUrl(context)
        const answer = await context.call('createWebhook', { key, body: { url, events } })
        answers.push(answer)
        await discard(context, key, answer)
      }
      if (answers.every(isSuccess)) context.observe('emptyOrMixedEvents', 'accept')
      if (answers.every(isRefusal)) context.observe('emptyOrMixedEvents', 'reject')
      return `Empty, twice the same and * among others were answered by ${statusesOf(answers)}.`
    },
  },
  {
    ...base,
    id: 'retrieve-event',
    title: 'whether an event is retrieved by its id',
    rules: ['OQ-15'],
    async run(context) {
      const key = context.eventKey()
      const { event } = await createEvent(context, key)
      // A deployment that lists a new event late may retrieve it late as well.
      await awaitListed(context, key, [event.id])
      const answer = await context.call('retrieveEvent', { key, path: { id: event.id } })
      const found = isSuccess(answer) && idOf(answer) === event.id
      const { method, path } = context.route('retrieveEvent')
      context.observe('operations', { retrieveEvent: found ? `${method} ${path}` : null })
      return found ? `${method} ${path} returns it.` : `${method} ${path} does not: ${answer.status}.`
    },
  },
  {
    ...base,
    id: 'list-webhooks',
    title: 'whether webhooks are listed',
    rules: ['OQ-16'],
    needs: ['webhook-key'],
    async run(context) {
      const registered = await register(context)
      try {
        const { ids } = await listedWebhooks(context, registered.key)
        return ids.has(registered.webhook.id) ? 'They are.' : 'They are, but not this one.'
      } catch (error) {
        if (error instanceof NotApplicable) return error.message
        throw error
      } finally {
        await dismiss(context, registered)
      }
    },
  },
  {
    ...base,
    id: 'empty-type',
    title: 'what an empty or very long type gets',
    rules: ['OQ-32'],
    async run(context) {
      const create = (type: string) =>
        context.call('createEvent', {
          key: context.eventKey(),
          body: { type, data: { run: context.prefix } },
        })
      const empty = await create('')
      const long = await create(context.unique('long').padEnd(1000, 'x'))
      return `An empty one was answered by ${empty.status}, one of 1,000 characters by ${long.status}.`
    },
  },
  {
    ...base,
    id: 'undeclared-content-type',
    title: 'what a body gets that is not declared as application/json',
    rules: ['OQ-34'],
    async run(context) {
      const raw = JSON.stringify(eventInput(context, 'plain'))
      const sent = { key: context.eventKey(), raw, contentType: 'text/plain' }
      const { status } = await context.call('createEvent', sent)
      return `It was answered by ${status}.`
    },
  },
  {
    ...base,
    id: 'unknown-path-and-method',
    title: 'what unknown paths and wrong methods get',
    rules: ['OQ-27'],
    async run(context) {
      const key = context.eventKey()
      const path = await context.send({ method: 'GET', path: '/v1/nothing-here', key })
      const method = await context.send({ method: 'PATCH', path: '/v1/events', key })
      const allow = method.headers.get('allow')
      return `An unknown path was answered by ${path.status}, a wrong method by ${method.status}${allow ? ` (Allow: ${allow})` : ''}.`
    },
  },
  {
    ...base,
    id: 'version-headers',
    title: 'whether answers carry version or deprecation headers',
    rules: ['OQ-29'],
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      const { headers } = await context.call('listEvents', { key: context.anyKey(), query: { limit: 1 } })
      const found = [...headers].filter(([name]) => /^(deprecation|sunset|.*api-version.*)$/.test(name))
      return found.length > 0 ? found.map((pair) => pair.join(': ')).join(', ') : 'None.'
    },
  },
  {
    ...base,
    id: 'unauthorized-challenge',
    title: 'whether a 401 says how to authenticate',
    rules: ['OQ-09'],
    mode: 'read-only',
    needs: [],
    async run(context) {
      const answer = await context.call('listEvents', { key: null })
      return `WWW-Authenticate: ${answer.headers.get('www-authenticate') ?? 'none'}`
    },
  },
]
