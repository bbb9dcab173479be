import { checksOf } from '../checks-of'
import {
  askFor,
  askOne,
  observing,
  recordRefusals,
  runAsking,
  statusesOf,
  askPages,
  cursorChoice,
} from './observing'
import { ask, type Seen } from '../../probes/requests/ask'
import { isRefusal, isSuccess, itemsOf, observeErrorCode, whereOffered } from '../../probes/expect'
import type { Dialect } from '../../../../generated/dialect'
import type { Context } from '../../engine/check'

/** Choices that show without anything being created. */
export const readingChoiceChecks = checksOf({ ...observing, mode: 'read-only', needs: ['any-key'] }, [
  {
    id: 'unauthorized-challenge',
    title: 'what a 401 says, and whether it tells how to authenticate',
    rules: ['OQ-09'],
    needs: [],
    async run(context) {
      const missing = await askOne(context, 'no-key')
      const invalid = await askOne(context, 'unknown-key')
      const [ofMissing, ofInvalid] = [missing, invalid].map(({ answer }) =>
        answer.headers.get('www-authenticate'),
      )
      for (const { answer } of [missing, invalid])
        if (answer.status === 401) observeErrorCode(context, answer)
      if ([missing, invalid].every(({ answer }) => isRefusal(answer)))
        context.observe('challenge', await challengeChoice(context, ofMissing ?? null, ofInvalid ?? null))
      return `WWW-Authenticate: ${ofMissing ?? 'none'} without a key, ${ofInvalid ?? 'none'} with an unknown one.`
    },
  },
  {
    id: 'invalid-limit',
    title: 'what a limit gets that is under 1 or no integer',
    rules: ['OQ-08'],
    async run(context) {
      const asked = await askPages(context, ['limit-0', 'limit--1', 'limit-ten'])
      const size = await defaultSize(context)
      const [zero] = asked
        .filter(({ answer }) => isSuccess(answer))
        .map(({ answer }) => itemsOf(answer).length)
        // A page may be empty although more events follow.
        .filter((length) => length > 0)
      const refused = asked.filter(({ answer }) => isRefusal(answer)).length
      if (refused * 2 > asked.length) context.observe('invalidLimit', 'reject')
      // A page of the default size that holds one event makes the least size and the default the same.
      else if (zero !== undefined && size > 0)
        context.observe('invalidLimit', zero === 1 && size > 1 ? 'clamp' : 'default')
      return `0, -1 and a word were answered by ${statusesOf(asked)}.`
    },
  },
  {
    id: 'limit-over-100',
    title: 'what a limit over 100 gets',
    rules: ['OQ-07'],
    async run(context) {
      const [seen] = await askPages(context, ['limit-101'])
      if (!seen) return 'It was not asked for.'
      const { answer } = seen
      if (isRefusal(answer)) context.observe('overMaxLimit', 'reject')
      if (!isSuccess(answer)) return `It was answered by ${answer.status}.`
      const usual = await defaultSize(context)
      const { hasMore } = answer.fields
      // A page may hold less than its size, and a default page of 100 items and a page of 100 look alike.
      const isDefault = hasMore === true && itemsOf(answer).length <= usual
      context.observe('overMaxLimit', isDefault && usual < 100 ? 'default' : 'clamp')
      return `It was answered by ${answer.status} with ${itemsOf(answer).length} items.`
    },
  },
  {
    id: 'invalid-cursor',
    title: 'what a cursor gets that is none',
    rules: ['OQ-08'],
    async run(context) {
      const asked = await askOne(context, 'cursor-cur_0000000000000000')
      const choice = await cursorChoice(context, asked)
      if (choice) context.observe('invalidCursor', choice)
      return `A cursor that no page gave was answered by ${asked.answer.status}.`
    },
  },
  {
    id: 'unknown-path-and-method',
    title: 'what unknown paths and wrong methods get',
    rules: ['OQ-27'],
    // A wrong method is no request that only reads.
    mode: 'non-disruptive',
    async run(context) {
      const path = await askOne(context, 'unknown-path')
      const [method] = await askFor(context, ['wrong-method', 'wrong-method-on-webhook'])
      if (!method) return `An unknown path was answered by ${path.answer.status}.`
      const allow = method.answer.headers.get('allow')
      if (isRefusal(method.answer)) context.observe('allow', allowChoice(allow))
      return `An unknown path was answered by ${path.answer.status}, a wrong method by ${method.answer.status}${allow ? ` (Allow: ${allow})` : ''}.`
    },
  },
  {
    id: 'head-and-options',
    title: 'what HEAD and OPTIONS get',
    rules: ['OQ-27'],
    // The value of `Allow` shows in the refusal of a method that does not only read.
    mode: 'non-disruptive',
    async run(context) {
      const { answer: head } = await askOne(context, 'head-of-the-list')
      const { answer: options } = await askOne(context, 'options-of-the-list')
      const isAllowed = !['without-head', 'with-options'].includes(context.dialect.allow ?? '')
      // A server error shows no choice.
      if (head.status < 500)
        context.observe('head', isSuccess(head) === isAllowed ? 'as-allow' : 'against-allow')
      if (options.status < 500)
        context.observe('options', !isSuccess(options) ? 'refuse' : options.status === 200 ? '200' : '204')
      return `HEAD was answered by ${head.status}, OPTIONS by ${options.status}.`
    },
  },
  {
    id: 'unknown-parameters',
    title: 'what an unknown parameter of a query gets',
    rules: ['OQ-22'],
    run: runAsking(['unknown-parameter'], 'It was', ['unknownParameters', 'ignore', 'reject']),
  },
  {
    id: 'unknown-event',
    title: 'what the refusal of an unknown event says',
    rules: ['OQ-15'],
    async run(context) {
      const { planned, asked, answer } = await ask(context, 'unknown-event')
      // A deployment that retrieves no event at all refuses this one for another reason.
      const isOffered = context.dialect.operations?.retrieveEvent !== null
      recordRefusals(context, [
        { planned: isOffered ? planned : { ...planned, situation: 'notOffered' }, asked, answer },
      ])
      return `It was answered by ${answer.status}.`
    },
  },
  {
    id: 'version-headers',
    title: 'whether answers carry version or deprecation headers',
    rules: ['OQ-29'],
    async run(context) {
      const { answer } = await askOne(context, 'page-of-one')
      const found = [...answer.headers].filter(([name]) =>
        /^(deprecation|sunset|.*api-version.*)$/.test(name),
      )
      return found.length > 0 ? found.map((pair) => pair.join(': ')).join(', ') : 'None.'
    },
  },
  {
    id: 'refusals-of-keys',
    title: 'what keys get that lack a scope or have ended',
    rules: ['OQ-10'],
    async run(context) {
      const asked = await askFor(context, ['no-scope-to-read', 'no-scope-to-write', 'ended-key'])
      for (const { answer } of asked)
        if ([401, 403].includes(answer.status)) observeErrorCode(context, answer)
      const shown = asked.map(({ planned, answer }) => `${planned.title}: ${answer.status}`)
      return shown.length > 0 ? `${shown.join(', ')}.` : 'This run has no such key.'
    },
  },
])

/** The default page size as the run has seen it, else the items of one page of it. */
async function defaultSize(context: Context): Promise<number> {
  // The answer is one more sample of the envelope, whatever is known of its size.
  const [page] = await askPages(context, ['default-page'])
  return context.dialect.defaultPageSize ?? (page ? itemsOf(page.answer).length : 0)
}

/** The challenge of every 401, or those of each kind of key where they differ. */
async function challengeChoice(context: Context, missingKey: string | null, invalidKey: string | null) {
  const expired = await whereOffered(ask(context, 'ended-key'))
  const unscoped = await whereOffered(ask(context, 'no-scope-to-read'))
  const [expiredKey, missingScope] = [expired, unscoped].map((seen) =>
    seen && isRefusal(seen.answer) ? seen.answer.headers.get('www-authenticate') : undefined,
  )
  const isUsual = (seen: Seen | undefined, challenge: string | null | undefined) =>
    seen === undefined || challenge === (seen.answer.status === 401 ? missingKey : null)
  // Where each is stated by itself, each is compared, as a run may see fewer of them than the one that stated them.
  const isStatedInParts = typeof (context.settings.dialect?.challenge ?? undefined) === 'object'
  if (
    !isStatedInParts &&
    missingKey === invalidKey &&
    isUsual(expired, expiredKey) &&
    isUsual(unscoped, missingScope)
  )
    return missingKey
  return {
    missingKey,
    invalidKey,
    // A dialect without these fields has the usual answers: an expired key gets what an unknown one gets with a 401, and a missing scope nothing.
    ...(expired && expiredKey !== (expired.answer.status === 401 ? invalidKey : null) ? { expiredKey } : {}),
    ...(missingScope ? { missingScope: withoutScope(missingScope, unscoped) } : {}),
  }
}

/** A challenge with a place for the scope that it names. */
function withoutScope(challenge: string | null, seen: Seen | undefined): string | null {
  const scope = seen?.planned.operation === 'listEvents' ? 'events:read' : 'events:write'
  return challenge?.replaceAll(scope, '{scope}') ?? null
}

function allowChoice(allow: string | null): NonNullable<Dialect['allow']> {
  if (allow === null) return 'absent'
  const [withHead, withOptions] = [/\bHEAD\b/i.test(allow), /\bOPTIONS\b/i.test(allow)]
  if (withOptions) return withHead ? 'with-head-and-options' : 'with-options'
  return withHead ? 'with-head' : 'without-head'
}
