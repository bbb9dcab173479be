import { isRecord, parseJson } from '../wire/json'
import { judgeRules } from '../engine/verdict'
import { ranked, type Difference } from './ranked-differences'
import type { CheckResult, Report } from '../engine/report'
import type { Dialect } from '../../../generated/dialect'
import { operations } from '../../../generated/operations'
import type { ExchangeEvidence } from '../wire/exchange'

/** One side of a comparison: a dialect, or a report with its dialect and results. */
export interface Subject {
  dialect: Dialect
  report?: Report
}

/**
 * The differences of two deployments or runs, in all that they were seen to do: verdicts, rules, choices, results, what checks saw,
 * and the answers that stand as evidence. Ids, times and amounts of data are left out. A dialect beside a report is compared with the
 * report's dialect. Of two reports what got worse comes first, and last what one of them did not judge.
 */
export function differencesOf(before: Subject, after: Subject): Difference[] {
  const choices = compareFields(before.dialect, after.dialect, 'dialect')
  const [a, b] = [before.report, after.report]
  if (!a || !b) return choices
  return ranked([
    ...compare('Run', new Map([['mode', a.mode]]), new Map([['mode', b.mode]])),
    ...compare('Run', new Map([['verdict', a.verdict]]), new Map([['verdict', b.verdict]])),
    ...compare('Rules', rulesOf(a), rulesOf(b)),
    ...choices,
    ...compare('Checks', resultsOf(a), resultsOf(b)),
    ...compareSeen(a, b),
    ...compareAnswers(a, b),
  ])
}

/** The differences of two maps. A name that one of them lacks differs as well. */
function compare(
  group: string,
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
  missing = 'not run',
): Difference[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [before = missing, after = missing] = [a.get(name), b.get(name)]
    return before === after ? [] : [{ group, name, before, after }]
  })
}

function compareFields(a: object, b: object, place: string): Difference[] {
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((field) => {
    const [one, other] = [left.get(field) as unknown, right.get(field) as unknown]
    const name = `${place}.${field}`
    if (isRecord(one) && isRecord(other)) return compareFields(one, other, name)
    const [before, after] = [show(one), show(other)]
    return before === after ? [] : [{ group: 'Dialect', name, before, after }]
  })
}

/** The state of each rule. */
function rulesOf(report: Report): Map<string, string> {
  return new Map(judgeRules(report.checks).map(({ rule, state }) => [rule.id, state]))
}

/** The status of each check with the rules that it found broken: failing for another rule is a difference, too. */
function resultsOf({ checks }: Report): Map<string, string> {
  return new Map(
    checks.map(({ id, status, violates }) => [id, violates ? `${status} (${violates.join(', ')})` : status]),
  )
}

/** The message of a check that ended in the same way: an observation, the sentence of a check that passed, or why it failed. */
function compareSeen(a: Report, b: Report): Difference[] {
  return pairs(a, b).flatMap(([one, other]) => {
    // A check that was not judged says something of the flags, and nothing of the deployment.
    if (one.status !== other.status || !seeing.includes(one.status)) return []
    const [before, after] = [seenBy(one, a), seenBy(other, b)]
    if (before === after) return []
    const name = `${one.id} (${one.rules.join(', ')}) sees`
    return [{ group: 'Seen', name, before: before || 'nothing to tell', after: after || 'nothing to tell' }]
  })
}

const seeing: readonly CheckResult['status'][] = ['passed', 'failed', 'warned', 'observed']

function seenBy({ status, message = '' }: CheckResult, { target }: Report): string {
  const seen = invariant(message, target.baseUrl)
  // An observed number is a choice, as the length of a page is. Any other one counts what the deployment happens to hold.
  return status === 'observed' ? seen : seen.replace(/\b\d+\b/g, '<number>')
}

/**
 * The answers of the checks that made the same requests in both runs. Each fact stands once, with the first check that shows it, as
 * a header or a field is mostly the same in many answers.
 */
function compareAnswers(a: Report, b: Report): Difference[] {
  const found = new Map<string, Difference>()
  for (const [one, other] of pairs(a, b)) {
    const [left, right] = [answersOf(one, a), answersOf(other, b)]
    for (const [sent, { request, answers: before }] of left) {
      const after = right.get(sent)?.answers
      if (after?.length !== before.length) continue
      before.forEach((facts, index) => {
        for (const difference of compareFacts(request, facts, after[index] ?? facts)) {
          const { name, before, after } = difference
          const key = JSON.stringify([name, before, after])
          if (!found.has(key)) found.set(key, { ...difference, name: `${name} (${one.id})` })
        }
      })
    }
  }
  return [...found.values()]
}

/** The differences of two answers to one request. A body is compared where evidence holds all of both. */
function compareFacts(request: string, a: AnswerFacts, b: AnswerFacts): Difference[] {
  if (a.size === 0 || b.size === 0) return []
  const hasBodies = a.has('body') && b.has('body')
  // Items show their fields only where a list has some.
  const hasItems = [a, b].every((facts) => [...facts.keys()].some((name) => name.includes('[]')))
  return compare('Answers', a, b, 'absent')
    .filter(({ name }) => hasBodies || !/^(body|field )/.test(name))
    .filter(({ name }) => hasItems || !name.includes('[]'))
    .filter(({ before, after }) => before !== differsByItem && after !== differsByItem)
    .map((difference) => ({ ...difference, name: `${request}: ${difference.name}` }))
}

/** The answers to requests that are equal but for ids and times, with the method and path of these requests. */
interface AnsweredRequest {
  request: string
  answers: AnswerFacts[]
}

/** An idempotency key that is the same in each run: its answer depends on whether an earlier run has sent it. */
const fixedKey = /idempotency[\w-]*"?: ?"?(?![^'"]*edc[0-9a-z]{6})/i

/** The answers of a check, by what was sent. Random requests differ in each run, and their answers are not compared. */
function answersOf({ evidence = [] }: CheckResult, { target }: Report): Map<string, AnsweredRequest> {
  const all = new Map<string, AnsweredRequest>()
  for (const one of evidence) {
    if (!('request' in one)) continue
    const request = addressedBy(one, target.baseUrl)
    if (request === undefined || fixedKey.test(one.request)) continue
    const sent = invariant(one.request, target.baseUrl)
    const { answers = [] } = all.get(sent) ?? {}
    all.set(sent, { request, answers: [...answers, factsOf(one, target.baseUrl)] })
  }
  return all
}

/** The results of the checks that both runs made. */
function pairs(a: Report, b: Report): [CheckResult, CheckResult][] {
  const known = new Map(b.checks.map((result) => [result.id, result]))
  return a.checks.flatMap((one): [CheckResult, CheckResult][] => {
    const other = known.get(one.id)
    return other ? [[one, other]] : []
  })
}

function show(value: unknown): string {
  return value === undefined ? 'not seen' : typeof value === 'string' ? value : JSON.stringify(value)
}

/** The facts that one answer shows of the deployment, by name: its status, headers, fields and texts. */
type AnswerFacts = ReadonlyMap<string, string>

/** Headers that say something of one answer or one connection alone. */
const momentary =
  /^(date|age|etag|last-modified|expires|connection|keep-alive|content-length|transfer-encoding|set-cookie|server-timing|via|retry-after|cf-.*|x-ratelimit-.*|ratelimit.*|x-runtime|x-response-time)$/
/** Fields whose presence depends on how much a list holds. */
const dependsOnData = new Set(['nextCursor'])
/** Fields that clients may leave out: whether the items of a list have them depends on what its clients sent. */
const leftToClients = new Set(
  Object.values(operations).flatMap(({ request }) =>
    (request?.fields ?? []).filter((field) => !request?.required.includes(field)),
  ),
)
/** Stands for a field that some items of a list have, or have otherwise than others. */
const differsByItem = 'in some'

/** Method and path of a request, without ids and query: `DELETE /v1/webhooks/{id}`. `undefined` where no curl line shows them. */
function addressedBy({ request }: ExchangeEvidence, baseUrl: string): string | undefined {
  const [, method, , url = ''] = /^curl -i -X (\S+) (['"])(.*?)\2/.exec(request) ?? []
  if (method === undefined) return undefined
  const path = url.replace(baseUrl, '').replace(/[?#].*$/, '')
  return `${method} ${path.replace(/\/(?!v1\b|events\b|webhooks\b|keys\b)[^/]*\d[^/]*/g, '/{id}')}`
}

/** The facts of an answer; none where no answer came. */
function factsOf({ response }: ExchangeEvidence, baseUrl: string): AnswerFacts {
  const facts = new Map<string, string>()
  if (!response) return facts
  facts.set('status', String(response.status))
  for (const [name, value] of Object.entries(response.headers))
    facts.set(`header ${name}`, momentary.test(name) ? 'present' : invariant(value, baseUrl))
  const body = bodyOf(response.body)
  if (body === undefined) return facts
  facts.set('body', kindOf(body))
  addFields(facts, body, '', baseUrl)
  return facts
}

/** The body: JSON, or a text that stands for what is none. `undefined` where evidence holds only a part of it. */
function bodyOf(text: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  return text.endsWith('…') ? undefined : text
}

/** Adds the fields of a body. A field of a list's items counts where all or none of them have it, as the items are not the same in two runs. */
function addFields(facts: Map<string, string>, value: unknown, place: string, baseUrl: string): void {
  if (Array.isArray(value)) {
    const items = value.map((item) => {
      const own = new Map<string, string>()
      addFields(own, item, `${place}[]`, baseUrl)
      return own
    })
    for (const [name, kind] of items.flatMap((item) => [...item]))
      facts.set(name, items.every((item) => item.get(name) === kind) ? kind : differsByItem)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (dependsOnData.has(name) || (place.endsWith('[]') && leftToClients.has(name))) continue
      const path = place === '' ? name : `${place}.${name}`
      // The texts of an error are the deployment's own, and any other value is the client's or differs in each run.
      const isOwnText = typeof inner === 'string' && /^error\b/.test(place)
      facts.set(`field ${path}`, isOwnText ? invariant(inner, baseUrl) : kindOf(inner))
      // The payload of an event is what the suite has sent.
      if (name !== 'data' || Array.isArray(inner)) addFields(facts, inner, path, baseUrl)
    }
  }
}

function kindOf(value: unknown): string {
  if (value === '') return 'empty'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

/** The parts of a text that change from run to run, and the words that are written in their place. The order matters. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\bedc[0-9a-z]{6,30}[\w.~/-]*/g, '<run>'],
  [/\b\d{4}-?\d\d-?\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|seconds?|milliseconds?|min|minutes?)\b/g, '<duration>'],
  [/\b(?:evt|wh|cur|whsec|sk_live|sk_test)_[\w.~+/=-]+/g, '<id>'],
  // A number of any length is one mark: a seed of seven digits and one of eight are alike.
  [/\b\d{4,}\b/g, '<number>'],
  // Identifiers of requests, traces and nodes: a longer word with a digit in it.
  [/\b(?=[\w-]*\d)[\w-]{8,}\b/g, '<id>'],
]

/** A text without what changes from run to run: ids, times, and the names that one run gives. */
function invariant(text: string, baseUrl: string): string {
  return varying.reduce(
    (left, [pattern, mark]) => left.replace(pattern, mark),
    text.replaceAll(baseUrl, '<base>'),
  )
}
