import { createEvent, eventInput, newIdempotencyKey, sendEvent } from '../../probes/events'
import { expectOneListed } from '../../probes/replays'
import { expectSame } from '../../probes/expect'
import { idempotency } from '../../probes/idempotency'
import { clauses } from './clauses'
import type { Check } from '../../engine/check'

/** The creation that follows a refused one: a transaction that was left open may take it along. */
export const afterRefusalChecks: readonly Check[] = [
  {
    ...clauses.creation,
    id: 'creation-after-a-refusal',
    title: 'an event that is created right after a refused request is kept as it was sent, and once',
    rules: ['EV-3', 'EV-5', 'EV-8', 'EV-10', 'PG-6'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    async run(context) {
      const key = context.eventKey()
      const { places } = await idempotency(context)
      const input = eventInput(context, 'after')
      await sendEvent(context, key, { type: context.unique('refused') })
      const { event, answer } = await createEvent(context, key, input, newIdempotencyKey(places))
      expectSame(event.type, input.type, 'EV-8', 'The type of an event that followed a refusal', answer)
      expectSame(event.data, input.data, 'EV-10', 'The payload of an event that followed a refusal', answer)
      await expectOneListed(context, key, input.type, event.id)
    },
  },
]
