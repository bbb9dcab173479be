import { NotApplicable, Violation } from '../../engine/outcome'
import { createEvent, eventInput, eventOf, forEachKey, sendEvent } from '../../probes/events'
import { equal } from '../../engine/equal'
import { expectSame, isRefusal, isSuccess } from '../../probes/expect'
import { awaitListed } from '../../probes/listing'
import { payloads, typeNames } from '../../probes/samples'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** What an event holds: types and payloads of every kind, as they were sent. */
export const eventContentChecks: readonly Check[] = [
  ...typeNames.map(({ name, type }): Check => ({
    ...base,
    id: `event-type-${name}`,
    title: `a type comes back as it was sent: ${name.replaceAll('-', ' ')}`,
    rules: ['EV-8'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const input = { ...eventInput(context), type: type(context.unique('type')) }
        const { event, answer } = await createEvent(context, key, input).catch((error: unknown) => {
          throw error instanceof Violation && error.rules.includes('EV-3')
            ? new Violation('EV-8', `A type was refused: ${error.message}`, {
                ...error.details,
                expected: input.type,
              })
            : error
        })
        expectSame(event.type, input.type, 'EV-8', 'The type', answer)
      })
    },
  })),
  ...payloads.map(({ name, data }): Check => ({
    ...base,
    id: `event-payload-${name}`,
    title: `a payload comes back as it was sent, at once and listed: ${name.replaceAll('-', ' ')}`,
    rules: ['EV-10', 'PG-6'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const payload = JSON.parse(
          data.replace('{', `{"run":${JSON.stringify(context.prefix)}${data === '{}' ? '' : ','}`),
        ) as unknown
        const sent = name === 'empty-object' ? {} : payload
        const input = { type: context.unique('payload'), data: sent }
        const { event, answer } = await createEvent(context, key, input).catch((error: unknown) => {
          throw error instanceof Violation && error.rules.includes('EV-3')
            ? new Violation('EV-10', `A payload was refused: ${error.message}`, error.details)
            : error
        })
        expectSame(event.data, sent, 'EV-10', 'The payload', answer)
        const { items, pages } = await awaitListed(context, key, [event.id])
        const listed = items.find(({ id }) => id === event.id)
        if (!listed) {
          throw new Violation('PG-6', 'The event is not listed.', {
            expected: event.id,
            evidence: answer.evidence,
          })
        }
        if (!equal(listed.data, sent)) {
          throw new Violation('EV-10', 'The payload differs in the list.', {
            expected: sent,
            received: listed.data,
            evidence: pages.at(-1)?.answer.evidence,
          })
        }
      })
    },
  })),
  {
    ...base,
    id: 'event-type-long',
    title: 'a type of 240 characters is refused, or comes back whole',
    rules: ['EV-8'],
    async run(context) {
      const input = { ...eventInput(context), type: context.unique('long').padEnd(240, '.abcdefghi') }
      const answer = await sendEvent(context, context.eventKey(), input)
      // How long a type may be is open.
      if (isRefusal(answer)) return `It was refused with ${answer.status}.`
      expectSame(eventOf(answer, 'A long type').type, input.type, 'EV-8', 'The type', answer)
      return undefined
    },
  },
  {
    ...base,
    id: 'retrieved-event-equals-created-one',
    title: 'an event that is retrieved by its id equals what its creation returned',
    rules: ['EV-8', 'EV-9', 'EV-10'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const type = `${context.unique('Retrieved')}.größe`
        const { event } = await createEvent(context, key, { ...eventInput(context), type })
        // Where a list takes its time, so may this.
        await awaitListed(context, key, [event.id])
        const answer = await context.call('retrieveEvent', { key, path: { id: event.id } })
        const shown = (answer.json ?? {}) as Partial<typeof event>
        if (!isSuccess(answer) || shown.id !== event.id) {
          throw new NotApplicable('The deployment does not retrieve events at GET /v1/events/{id}.')
        }
        expectSame(shown.type, event.type, 'EV-8', 'The type of a retrieved event', answer)
        expectSame(shown.created, event.created, 'EV-9', '`created` of a retrieved event', answer)
        expectSame(shown.data, event.data, 'EV-10', 'The payload of a retrieved event', answer)
      })
    },
  },
]
