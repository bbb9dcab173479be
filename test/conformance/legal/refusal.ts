import { writeJson } from './json'
import type { Choices } from './dimensions'

/** Thrown by an operation that refuses a request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** The field that the refusal is about. */
    readonly param?: string,
    readonly details: {
      /** Whether the interface shows `param`, so that the service has no choice. */
      shown?: boolean
      /** A text that the interface wants to be in the message. */
      says?: string
      /** Whether nothing is at the path, so that the answer may come from a web server. */
      isNowhere?: boolean
      headers?: Record<string, string>
    } = {},
  ) {
    // Nobody reads the stack of a refusal, and to note it takes as long as the answer.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(`Refused with ${status}.`)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The codes of statuses that have one in the interface, or whose code is the service's choice. */
const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'who_are_you',
  402: 'upgrade_required',
  403: 'not_for_you',
  404: 'not_found',
  405: 'wrong_method',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'wrong_media_type',
  422: 'unprocessable',
  429: 'slow_down',
}

type Body = Choices['unauthorizedBody']

const bodies: Record<Exclude<Body, 'envelope'>, { type: string; text: string }> = {
  empty: { type: '', text: '' },
  html: { type: 'text/html; charset=utf-8', text: '<!doctype html><h1>No</h1><p>Please go away.</p>' },
  text: { type: 'text/plain', text: 'No.' },
  problem: { type: 'application/problem+json', text: '{"title":"No","detail":"Please go away."}' },
}

/** The body of a refusal whose form is the service's choice. */
function openBody({ status, details }: Refusal, choices: Choices): Body {
  const { unauthorizedBody, forbiddenBody, limitedBody, unknownPath } = choices
  if (details.isNowhere) return unknownPath
  const chosen: Readonly<Record<number, Body>> = {
    401: unauthorizedBody,
    403: forbiddenBody,
    429: limitedBody,
  }
  return chosen[status] ?? 'envelope'
}

const messages: Record<Choices['messages'], (text: string) => string> = {
  plain: (text) => text,
  unicode: (text) => `Ошибка – 誤り: «${text}» 😀`,
  long: (text) => `${text} ${'Please read the documentation. '.repeat(60)}`,
  shouting: (text) => `${text.toUpperCase()}\n\t{"see": "https://docs.example/errors"}`,
}

/** A refusal as it is written: its content type, empty where it has none, and its text. */
export function writeRefusal(
  refusal: Refusal,
  choices: Choices,
  extend: (error: Record<string, unknown>) => Record<string, unknown>,
): { type: string; text: string } {
  const { status, param, details } = refusal
  const body = openBody(refusal, choices)
  if (body !== 'envelope') return bodies[body]
  const code = codes[status] ?? 'refused'
  const message = messages[choices.messages](details.says ?? `This cannot be done: ${code}.`)
  const error = { code, message, ...paramOf(param, details.shown === true, choices.param) }
  return { type: choices.answerType, text: writeJson(extend({ error }), choices.json) }
}

/** The field `param` of an error. Where the interface does not show it, it may be left out or written in another way. */
function paramOf(
  name: string | undefined,
  shown: boolean,
  form: Choices['param'],
): { param?: string | null } {
  if (shown) return { param: name }
  if (form === 'null') return { param: null }
  if (name === undefined || form === 'absent') return {}
  return { param: form === 'pointer' ? `/${name}` : name }
}
