import { checksOf } from '../checks-of'
import { lastCursorOf } from '../../probes/pages'
import { groupBy } from '../../engine/group-by'
import type { PlannedRequest } from '../../probes/requests/planned-request'
import { observing } from './observing'
import { answersSoFar, type Seen } from '../../probes/requests/ask'
import { furtherFields, type Part, furtherOf, known } from '../../probes/choices/extras'
import { furtherHeaders, isTelling, type Headers } from '../../probes/choices/headers'
import { idOf, isRefusal, isSuccess, itemsOf } from '../../probes/expect'
import { lastPageOfWebhooks } from '../../probes/listed-webhooks'
import { sourceOf, type Sample, type Source } from '../../probes/choices/source'
import { equal } from '../../wire/json'
import type { Situation } from '../../../../generated/situations'
import type { Dialect } from '../../../../generated/dialect'
import { NotApplicable, type Answer, type Context } from '../../engine/check'

const last = { ...observing, mode: 'read-only', needs: [], rules: ['OQ-38'] } as const

/** Choices that only all answers together show. */
export const furtherChoiceChecks = checksOf(last, [
  {
    id: 'further-fields',
    title: 'which further fields answers have',
    async run(context) {
      const answers = answersOf(context)
      const extras = furtherFields(answers)
      if (Object.keys(extras).length > 0) context.observe('extras', extras)
      const webhookList = webhookListChoice(answers, context.dialect, lastPageOfWebhooks(context).answer)
      if (webhookList) context.observe('webhookList', webhookList)
      return namesIn(extras)
    },
  },
  {
    id: 'further-headers',
    title: 'which further headers answers have',
    async run(context) {
      const mark = context.dialect.replayHeader?.name.toLowerCase()
      const answers = answersOf(context)
      const retrieved = answers.filter(
        (one) => one.planned.name === 'retrieve-event' && isSuccess(one.answer),
      )
      const others = answers.filter((one) => !retrieved.includes(one))
      const headers = furtherHeaders(others, mark === undefined ? [] : [mark])
      const usual = { ...headers.every, ...headers.event }
      const ofRetrieval = ownHeaders(retrieved, usual, ({ answer }) => answer.fields)
      if (retrieved.length > 0 && Object.keys(ofRetrieval).length > 0) headers.retrieval = ofRetrieval
      if (Object.keys(headers).length > 0) context.observe('headers', headers)
      for (const [situation, own] of Object.entries(refusalHeaders(answers, headers, context.dialect)))
        context.observe('errors', {
          [situation]: { ...context.dialect.errors?.[situation as Situation], headers: own },
        })
      return namesIn(headers)
    },
  },
])

/** The answers to the requests of this run. There are none where the run was asked for this check alone. */
function answersOf(context: Context): readonly Seen[] {
  const seen = answersSoFar(context)
  if (seen.length === 0) throw new NotApplicable('No other check has asked for anything yet.')
  return seen
}

function namesIn(parts: Readonly<Record<string, object | undefined>>): string {
  const named = Object.entries(parts).map(
    ([part, names]) => `${part}: ${Object.keys(names ?? {}).join(', ')}`,
  )
  return named.length > 0 ? `${named.join('; ')}.` : 'None.'
}

/**
 * The headers of the refusals of each situation that differ from those of all other refusals: a gateway in front of a service
 * names its own errors, and has none of the headers of the service.
 */
function refusalHeaders(
  seen: readonly Seen[],
  { every, error }: Partial<Record<Part | 'every', Headers>>,
  { operations }: Readonly<Dialect>,
): Partial<Record<Situation, Headers>> {
  const refused = seen.filter(({ answer }) => isRefusal(answer))
  // A deployment that retrieves no event at all refuses each of them for another reason.
  const isOffered = ({ operation }: PlannedRequest) =>
    operation !== 'retrieveEvent' || operations?.retrieveEvent !== null
  const bySituation = groupBy(refused, ({ planned }) =>
    isOffered(planned) ? planned.situation : 'notOffered',
  )
  const usual = { ...every, ...error }
  const found = [...bySituation].map(([situation, all]) => [situation, ownHeaders(all, usual)] as const)
  return Object.fromEntries(found.filter(([, own]) => Object.keys(own).length > 0))
}

/** The headers of some answers that differ from the usual ones. A constant null stands for one that they have not. */
function ownHeaders(
  all: readonly Seen[],
  usual: Readonly<Headers>,
  besideOf: (one: Seen) => Sample['beside'] = () => ({}),
): Headers {
  const names = new Set([...Object.keys(usual), ...all.flatMap(({ answer }) => [...answer.headers.keys()])])
  const own: Headers = {}
  for (const name of names) {
    // The type of a body stands beside the body.
    if (!isTelling(name) || name === 'content-type') continue
    const samples = all.map((one) => ({ value: one.answer.headers.get(name), beside: besideOf(one) }))
    const source = ownSource(samples, usual[name])
    if (source) own[name] = source
  }
  return own
}

/** A header of one answer, null where it has none. */
type HeaderSample = Sample & { value: string | null }

/** The source of a header whose values in one situation are others than usual; `undefined` where they are not. */
function ownSource(samples: readonly HeaderSample[], usual: Source | undefined): Source | undefined {
  const values = samples.map(({ value }) => value)
  if (values.every((value) => value === null)) return usual && { constant: null }
  const isConstant = values.every((value) => value === values[0])
  if (usual) {
    if (!('constant' in usual) || !isConstant || usual.constant === values[0]) return undefined
    return { constant: values[0] }
  }
  if (values.some((value) => value === null)) return undefined
  return sourceOf(samples)
}

type Choice = NonNullable<Dialect['webhookList']>
type Fields = Readonly<Record<string, unknown>>

/** The requests whose webhooks are looked for in the list, in the order of their registration. */
const registrations = ['create-webhook', 'create-described-webhook']

/**
 * How the list of webhooks differs from that of events; `undefined` where none was seen. `lastPage`: its last page, where that
 * is another one than the first.
 */
function webhookListChoice(
  seen: readonly Seen[],
  dialect: Readonly<Dialect>,
  lastPage?: Answer,
): Choice | undefined {
  const list = seen.find(({ planned }) => planned.name === 'list-webhooks')
  if (!list || !isSuccess(list.answer) || itemsOf(list.answer).length === 0) return undefined
  const { answer } = list
  const items = itemsOf(answer)
  const order = orderOf(seen, items)
  const end = [answer, ...(lastPage ? [lastPage] : [])]
    .map(({ fields }) => fields)
    .find(({ hasMore }) => hasMore === false)
  const last = end && lastCursorOf(end.nextCursor)
  const ofItem = furtherOf(items, known.webhook)
  // Two answers tell a value that changes from one that does not.
  const pages = lastPage ? [answer, lastPage] : [answer]
  const envelopes = pages.map(({ fields }) => fields)
  const ofList = furtherOf(envelopes, known.list)
  return {
    ...(order === undefined || order === dialect.listOrder ? {} : { order }),
    ...(last === undefined || last === dialect.lastPageCursor ? {} : { lastPageCursor: last }),
    ...(isAlike(ofItem, dialect.extras?.webhook) ? {} : { item: ofItem }),
    ...(isAlike(ofList, dialect.extras?.list) ? {} : { list: ofList }),
  }
}

/** The order in which two webhooks of the run are listed. */
function orderOf(seen: readonly Seen[], items: readonly Fields[]): Choice['order'] {
  const [first, second] = registrations.map((name) => {
    const made = seen.find(({ planned }) => planned.name === name)
    const id = made && idOf(made.answer)
    return id === undefined ? -1 : items.findIndex((item) => item.id === id)
  })
  if (first === undefined || second === undefined || first < 0 || second < 0) return undefined
  return first < second ? 'oldest-first' : 'newest-first'
}

/**
 * Whether two sets of further fields have the same names, and no constants that differ. Other sources are not compared, because one sample does not
 * show the kind of a value.
 */
function isAlike(one: Readonly<Record<string, Source>>, other: Readonly<Record<string, Source>> = {}) {
  if (!equal(Object.keys(one).sort(), Object.keys(other).sort())) return false
  return Object.entries(one).every(([name, source]) => {
    const usual = other[name] as Source
    return !('constant' in source && 'constant' in usual) || equal(source.constant, usual.constant)
  })
}
