import { checksOf } from '../checks-of'
import { allRefuse, allSucceed, askFor, askOne, observing, runAsking, statusesOf } from './observing'
import { equal } from '../../wire/json'
import { idOf, isRefusal, isSuccess } from '../../probes/expect'
import { judgeAsSent } from '../../probes/known-events'
import { isTelling } from '../../probes/choices/headers'
import { layoutOf, precisions } from '../../probes/choices/value-kinds'
import { observeLongest, paddedTo } from '../../probes/choices/longest'
import { typeOf } from '../../probes/requests/events'
import type { Answer } from '../../engine/check'

/** Choices that show with events. */
export const eventChoiceChecks = checksOf(observing, [
  {
    id: 'data-that-is-no-object',
    title: 'what data gets that is no object',
    rules: ['OQ-21'],
    run: runAsking(['data-of-text', 'data-of-number', 'data-of-list'], 'Text, a number and a list were', [
      'nonObjectData',
      'accept',
      'reject',
    ]),
  },
  {
    id: 'unknown-fields',
    title: 'what unknown fields of a body get',
    rules: ['OQ-22'],
    observes: ['unknownFields'],
    run: runAsking(['unknown-field'], 'It was', ['unknownFields', 'ignore', 'reject']),
  },
  {
    id: 'retrieve-event',
    title: 'whether an event is retrieved by its id',
    rules: ['OQ-15'],
    observes: ['operations', 'headers.event', 'headers.retrieval', 'extras.event'],
    async run(context) {
      const made = await askOne(context, 'create-event')
      const { answer } = await askOne(context, 'retrieve-event')
      const found = isSuccess(answer) && idOf(answer) === idOf(made.answer)
      const { method, path } = context.route('retrieveEvent')
      context.observe('operations', { retrieveEvent: found ? `${method} ${path}` : null })
      return found ? `${method} ${path} returns it.` : `${method} ${path} does not: ${answer.status}.`
    },
  },
  {
    id: 'empty-type',
    title: 'what an empty or very long type gets',
    rules: ['OQ-32'],
    async run(context) {
      const empty = await askOne(context, 'empty-type')
      const long = await askOne(context, 'long-type')
      if (isSuccess(empty.answer)) context.observe('emptyType', 'accept')
      if (isRefusal(empty.answer)) context.observe('emptyType', 'reject')
      const base = typeOf({ context }, 'length')
      const bounds = { shortest: base.length, refused: 1_000 }
      await observeLongest(context, 'maxTypeLength', long.answer, bounds, async (length, written) => {
        const body = { type: base.padEnd(written, 'x'), data: { run: context.prefix } }
        const raw = paddedTo(JSON.stringify({ ...body, type: base.padEnd(length, 'x') }).length, body)
        const answer = await context.call('createEvent', { key: context.eventKey(), raw, odd: true })
        if (isSuccess(answer)) judgeAsSent(context, answer.fields, body, answer)
        return answer
      })
      return `An empty one was answered by ${empty.answer.status}, one of 1,000 characters by ${long.answer.status}.`
    },
  },
  {
    id: 'undeclared-content-type',
    title: 'what a body gets that is not declared as application/json',
    rules: ['OQ-34'],
    run: runAsking(['undeclared-json'], 'It was', ['contentTypes', 'any', 'json']),
  },
  {
    id: 'replay-marks',
    title: 'whether a header marks a replay, and what another body gets',
    rules: ['OQ-02', 'OQ-20'],
    async run(context) {
      const { answer: first } = await askOne(context, 'create-with-key')
      const { answer: replay } = await askOne(context, 'replay')
      const { answer: mismatch } = await askOne(context, 'replay-of-another-body')
      if (isSuccess(first) && idOf(first) === idOf(replay)) {
        const [mark] = markOf(first, replay)
        context.observe('replayHeader', mark ?? null)
      }
      return `The replay was answered by ${replay.status}, another body by ${mismatch.status}.`
    },
  },
  {
    id: 'empty-idempotency-key',
    title: 'what an empty idempotency key gets',
    rules: ['OQ-01'],
    async run(context) {
      const first = await askFor(context, ['empty-key'])
      // Only a second creation shows whether an empty key that is taken counts as a key.
      const asked = allSucceed(first) ? [...first, ...(await askFor(context, ['two-empty-keys']))] : first
      const [one, other] = asked.map(({ answer }) => answer)
      if (allRefuse(asked)) context.observe('emptyIdempotencyKey', 'reject')
      if (allSucceed(asked) && one && other && idOf(one) !== idOf(other))
        context.observe('emptyIdempotencyKey', 'ignore')
      return `It was answered by ${statusesOf(asked)}.`
    },
  },
  {
    id: 'refusals-of-events',
    title: 'what the refusals of an event say',
    rules: ['OQ-09'],
    observes: ['errors'],
    run: runAsking(
      ['missing-type', 'type-of-number', 'missing-data', 'body-of-list', 'malformed-json', 'no-body'],
      'A missing type, a number as type, missing data, a list as body, no JSON and no body were',
    ),
  },
  {
    id: 'form-of-created',
    title: 'how created is written',
    rules: ['OQ-37'],
    async run(context) {
      const { created } = (await askOne(context, 'create-event')).answer.fields
      const [, fraction = '', suffix] = /T\d\d:\d\d:\d\d(?:\.(\d+))?(Z|\+00:00)$/.exec(String(created)) ?? []
      const precision = precisions[fraction.length]
      if (precision && (suffix === 'Z' || suffix === '+00:00'))
        context.observe('timestamps', { precision, suffix })
      return typeof created === 'string' ? `As ${layoutOf(created)}.` : 'No created was shown.'
    },
  },
])

/** The headers of a replay that its original had not, or with another value. The likeliest mark comes first. */
function markOf(original: Answer, replay: Answer): { name: string; value: string }[] {
  const names = (answer: Answer) => [...answer.headers.keys()].filter(isTelling)
  // A header whose value is another one in each answer marks nothing.
  const found = names(replay)
    .filter((name) => !equal(original.headers.get(name), replay.headers.get(name)))
    .filter((name) => !original.headers.has(name) || /replay|idempot|duplicate|cache|repeat/i.test(name))
  found.sort((a, b) => Number(/replay|idempot/i.test(b)) - Number(/replay|idempot/i.test(a)))
  return found.map((name) => ({ name: inTitleCase(name), value: replay.headers.get(name) ?? '' }))
}

/** A header's name as people write it. The case has no meaning, and an answer does not tell it. */
function inTitleCase(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}
