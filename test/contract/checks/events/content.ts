import { checksOf } from '../checks-of'
import { lookUntilListed } from '../../probes/listing'
import { expectSame } from '../../probes/expect'
import {
  createdBy,
  createEvent,
  eventInput,
  forEachKey,
  retrieveEvent,
  type Event,
} from '../../probes/events'

/** Checks that types of every kind come back as they were sent, and events when they are retrieved. */
export const contentChecks = checksOf({ level: 'must', mode: 'non-disruptive', needs: ['event-key'] }, [
  {
    id: 'event-written-otherwise',
    title: 'a creation may be written with line ends, blanks, escapes and its fields in any order',
    rules: ['EV-3'],
    async run(context) {
      const key = context.eventKey()
      const input = eventInput(context, 'written', { text: 'a/b \u00e9' })
      const [type, data] = [input.type, input.data].map((part) => escaped(JSON.stringify(part)))
      const raw = `\r\n\t{ "d\\u0061ta" :\n${data} ,\r\n "typ\\u0065":${type}\t}\n`
      const answer = await context.call('createEvent', { key, raw })
      const { event } = createdBy(context, answer, input)
      expectSame({ type: event.type, data: event.data }, input, 'EV-3', 'The created event', answer)
    },
  },
  {
    id: 'retrieved-event-equals-created-one',
    title: 'an event that is retrieved by its id equals what its creation returned',
    rules: ['EV-7', 'EV-8', 'EV-9', 'EV-10'],
    run: (context) =>
      forEachKey(context, async (key) => {
        const type = `${context.unique('Retrieved')}.größe`
        const { event } = await createEvent(context, key, { ...eventInput(context), type })
        // A deployment that lists a new event late may retrieve it late as well.
        await lookUntilListed(context, key, [event.id])
        const answer = await retrieveEvent(context, key, event.id)
        const retrieved = answer.json as Event
        expectSame(retrieved.type, event.type, 'EV-8', 'The type of a retrieved event', answer)
        expectSame(retrieved.created, event.created, 'EV-9', '`created` of a retrieved event', answer)
        expectSame(retrieved.data, event.data, 'EV-10', 'The payload of a retrieved event', answer)
      }),
  },
])

/** JSON whose letters beyond ASCII and whose slashes are escaped, as some clients write it. */
function escaped(json: string): string {
  return json
    .replaceAll('/', '\\/')
    .replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
