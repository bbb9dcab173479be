import type { CompleteDialect, Source } from '../../generated/dialect'
import { situations, type Situation } from '../../generated/situations'
import { refusalHeaders } from '../settings/additions'
import type { Settings } from '../settings/settings'
import { jsonAnswer, type Answer } from './answer'
import { Refusal } from './refusal'

type Body = 'error' | 'empty' | 'html' | 'text' | 'json'

type Stated = {
  status?: number
  code?: string
  message?: string
  param?: string | null | false
  body?: Body
  contentType?: string
  headers?: Record<string, Source>
}

/** Writes refusals as the dialect has them: status, code, message and `param` by the situation, and the form of the body. */
export interface Wording {
  /** The refusal as the dialect words it. The very same one where the dialect changes nothing. */
  worded(refusal: Refusal): Refusal
  /** The answer of a refusal that was worded. */
  answer(refusal: Refusal): Answer
  /** The form of the answer's body. */
  bodyOf(refusal: Refusal): Body
}

/** The fields of a dialect that decide the status in a situation. */
const statusFields: Partial<Record<Situation, (dialect: CompleteDialect) => number>> = {
  missingScope: ({ missingScopeStatus }) => missingScopeStatus,
  expiredKey: ({ expiredKeyStatus }) => expiredKeyStatus,
  idempotencyMismatch: ({ idempotencyMismatch: status }) => (status === 'original' ? 409 : Number(status)),
}

/** The more general situation of each of these: its statement in a dialect counts for the special one, too, unless the dialect states that one. */
const general: Partial<Record<Situation, Situation>> = {
  overMaxLimit: 'invalidLimit',
  nonIntegerLimit: 'invalidLimit',
  notOffered: 'unknownPath',
  webhookHost: 'invalidUrl',
  emptyEvents: 'invalidEvents',
  duplicateEvents: 'emptyEvents',
  mixedEvents: 'emptyEvents',
  missingBody: 'malformedJson',
}

// The codes that the interface shows for a status. A situation that is moved to this status gets them.
const shownCodes: Partial<Record<number, string>> = { 400: 'invalid_request', 404: 'not_found' }

/** The settings that wording depends on. */
export interface WordingSettings extends Pick<Settings, 'dialect' | 'additions' | 'random'> {
  clock: Pick<Settings['clock'], 'now'>
}

/** The wording of a dialect, made ready for every situation. */
export function createWording({ dialect, additions, clock, random }: WordingSettings): Wording {
  const table = Object.fromEntries(
    (Object.keys(situations) as Situation[]).map((situation) => [situation, terms(situation, dialect)]),
  ) as Record<Situation, ReturnType<typeof terms>>

  /** The error envelope with the further fields of the dialect. */
  function envelope({ status, code, message, param }: Refusal): string {
    const error: Record<string, unknown> = { code, message, param }
    const values = additions.fields.error
    if (!values) return JSON.stringify({ error })
    const whole: Record<string, unknown> = { error }
    for (const [name, value] of Object.entries(
      values({ code, message, param, status }, { random, now: clock.now() }),
    )) {
      if (name.startsWith('error.')) error[name.slice('error.'.length)] = value
      else whole[name] = value
    }
    return JSON.stringify(whole)
  }

  return {
    bodyOf: ({ situation }) => (situation && table[situation].stated?.body) ?? 'error',
    worded(refusal) {
      const { situation, headers, pointer, value, values, message, param } = refusal
      if (situation === undefined) return refusal
      const { status, code, stated, challenge } = table[situation]
      const isSame = status === refusal.status && code === refusal.code && stated === undefined
      if (isSame && challenge === undefined) return refusal
      const escape = escapes[stated?.body ?? 'error']
      const fill = (template: string) =>
        template.replace(/\{(\w+)\}/g, (whole, name: string) => {
          const found = name === 'value' ? value : values[name]
          return found === undefined ? whole : escape(found)
        })
      return new Refusal(status, code, stated?.message === undefined ? message : fill(stated.message), {
        param: wordedParam(param, stated?.param, fill),
        headers:
          challenge === undefined
            ? headers
            : { ...headers, 'www-authenticate': challengeFor(challenge, value) },
        pointer,
        situation,
        value,
        values,
      })
    },
    answer(refusal) {
      const { status, code, message, param, headers, situation } = refusal
      const stated = (situation && table[situation].stated) ?? {}
      const { body = 'error', contentType } = stated
      const answer = body === 'error' ? jsonAnswer(status, envelope(refusal)) : bare(body, refusal, stated)
      if (contentType !== undefined && body !== 'empty') answer.headers['content-type'] = contentType
      Object.assign(answer.headers, headers)
      const own = situation && table[situation].headers
      answer.about = { kind: 'error', fields: { code, message, param, status }, headers: own }
      return answer
    },
  }
}

/** Status, code, statement and challenge in a situation. */
function terms(situation: Situation, dialect: CompleteDialect) {
  const usual = situations[situation]
  const stated = statedFor(situation, dialect)
  const status = statusFields[situation]?.(dialect) ?? stated?.status ?? usual.status
  const ofStatus = usual.open.includes('code') ? dialect.errorCodes[status] : undefined
  const moved = status === usual.status ? undefined : shownCodes[status]
  const code = stated?.code ?? ofStatus ?? moved ?? usual.code
  const headers = refusalHeaders(dialect, stated?.headers)
  return { status, code, stated, headers, challenge: challengeOf(situation, status, dialect) }
}

/** The statement of the dialect on a situation, else on the nearest more general one. */
function statedFor(situation: Situation, { errors }: Pick<CompleteDialect, 'errors'>): Stated | undefined {
  const parent = general[situation]
  return errors[situation] ?? (parent && statedFor(parent, { errors }))
}

/** The value of `WWW-Authenticate` in a situation, `undefined` for none. `{scope}` in it stands for the missing scope. */
export function challengeOf(
  situation: Situation,
  status: number,
  { challenge }: CompleteDialect,
): string | undefined {
  if (challenge === null || typeof challenge === 'string') {
    return status === 401 ? (challenge ?? undefined) : undefined
  }
  const {
    missingKey,
    invalidKey,
    expiredKey = status === 401 ? invalidKey : null,
    missingScope = null,
  } = challenge
  const bySituation: Partial<Record<Situation, string | null>> = {
    missingKey,
    invalidKey,
    expiredKey,
    missingScope,
  }
  return bySituation[situation] ?? undefined
}

/** A challenge with its scope. RFC 6750 section 3.1: where no scope would do, none is named. */
function challengeFor(challenge: string, scope: string): string {
  return scope === '' ? challenge.replace(/,? *\w+="\{scope\}"/, '') : challenge.replaceAll('{scope}', scope)
}

function wordedParam(
  param: string | null | undefined,
  stated: Stated['param'],
  fill: (template: string) => string,
): string | null | undefined {
  if (stated === undefined) return param
  if (stated === false) return undefined
  return stated === null ? null : fill(stated)
}

const escapedHtml = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Writes an offending value so that it stands within a body as text. */
const escapes: Record<Body, (value: string) => string> = {
  error: (value) => value,
  empty: (value) => value,
  text: (value) => value,
  html: escapedHtml,
  json: (value) => JSON.stringify(value).slice(1, -1),
}

const contentTypes = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
}

/** An answer without the error envelope, such as a proxy or a framework gives. Its message is the whole body. */
function bare(body: Exclude<Body, 'error'>, { status, message }: Refusal, stated: Stated): Answer {
  if (body === 'empty') return { status, headers: {}, body: null }
  const headers = { 'content-type': contentTypes[body] }
  if (stated.message !== undefined || body === 'text') return { status, headers, body: message }
  if (body === 'json') return { status, headers, body: JSON.stringify({ message }) }
  const page = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>${escapedHtml(message)}</p></body></html>`
  return { status, headers, body: page }
}
