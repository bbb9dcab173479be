import { groupBy, mostUsual } from '../../engine/group-by'
import type { Dialect } from '../../../../generated/dialect'
import { errorOf, isRefusal } from '../expect'
import { situations, type Situation } from '../../../../generated/situations'
import type { Answer, Context } from '../../engine/check'

type Errors = NonNullable<Dialect['errors']>

/** The text that stands for the offending value in a message. */
const placeholder = '{value}'
/** The shortest value that is looked for in the message of a single refusal. */
const shortest = 3

/** An answer that may be a refusal, with the situation that it shows and the offending value of the request. */
export interface SeenRefusal {
  situation?: Situation
  value?: string
  /** Further values that a message may repeat, by the names of their places. */
  values?: Readonly<Record<string, string>>
  answer: Answer
}

/** The refusals of every situation that was seen, with the parts that a dialect may state. */
function refusalsOf(seen: readonly SeenRefusal[]): Errors {
  const refused = seen.filter(({ answer }) => isRefusal(answer))
  const bySituation = groupBy(refused, ({ situation }) => situation)
  const entries = [...bySituation].map(([situation, all]) => [situation, permitted(situation, describe(all))])
  return Object.fromEntries(entries) as Errors
}

/** Records what refusals say. All those of one situation have to be given at once: the first record of a situation stays. */
export function observeRefusals(context: Context, seen: readonly SeenRefusal[]): void {
  const refusals = refusalsOf(seen)
  if (Object.keys(refusals).length > 0) context.observe('errors', refusals)
}

/** The parts of an entry that the interface leaves open in its situation. */
function permitted(situation: Situation, entry: Readonly<Record<string, unknown>>): object {
  const open: readonly string[] = situations[situation].open
  return Object.fromEntries(Object.entries(entry).filter(([part]) => open.includes(part)))
}

/** The common part of the refusals of one situation. The first refusal stands for the others where they differ. */
function describe(all: readonly SeenRefusal[]): Record<string, unknown> {
  const [first] = all as [SeenRefusal]
  const { answer } = first
  const body = bodyKindOf(answer)
  const status = mostUsual(all.map((one) => one.answer.status))
  if (body === 'empty') return { status, body }
  if (body !== 'error') {
    const contentType = answer.headers.get('content-type')
    return { status, body, message: answer.text, ...(contentType === null ? {} : { contentType }) }
  }
  const errors = all.flatMap((one) => {
    const error = errorOf(one.answer)
    return error ? [{ value: one.value, values: one.values, error }] : []
  })
  const textsOf = (part: 'message' | 'param') =>
    errors.flatMap(({ error: { [part]: text }, ...asked }) =>
      typeof text === 'string' ? [{ ...asked, text }] : [],
    )
  const [messages, params] = [textsOf('message'), textsOf('param')]
  const noParam = errors.some(({ error }) => error.param === null) ? null : false
  const code = mostUsual(errors.map(({ error }) => error.code))
  return {
    status,
    ...(typeof code === 'string' ? { code } : {}),
    ...(messages.length > 0 ? { message: templateOf(messages) } : {}),
    param: params.length > 0 ? templateOf(params) : noParam,
  }
}

/** The form of the body of a refusal. */
function bodyKindOf(answer: Answer): 'error' | 'empty' | 'html' | 'json' | 'text' {
  if (answer.text === '') return 'empty'
  if (errorOf(answer)) return 'error'
  if (answer.json !== undefined) return 'json'
  const type = answer.headers.get('content-type') ?? ''
  return /html/i.test(type) || /^\s*<(!doctype|html)/i.test(answer.text) ? 'html' : 'text'
}

/** A text of a refusal, with the values of the request that it may repeat. */
type Quoting = Pick<SeenRefusal, 'value' | 'values'> & { text: string }

/** The text, with a place for the offending value, that most of these texts are made of. */
export function templateOf(texts: readonly Quoting[]): string {
  const candidates = texts.flatMap((one) => {
    const { value, text } = one
    // A short value, or a part of a word, may stand in a message by chance, which other values show.
    const isSure = value !== undefined && (texts.length > 1 || standsAlone(value, text))
    const quoting = value && isSure ? [text, text.replaceAll(value, placeholder)] : [text]
    return texts.length > 1 ? [...quoting, ...quoting.map((template) => withPlaces(template, one))] : quoting
  })
  const fits = (template: string) => texts.filter((one) => filled(template, one) === one.text).length
  // A template with a placeholder goes on to explain further texts, which one without does not.
  const rank = (template: string) => fits(template) * 2 + Number(template.includes(placeholder))
  const distinct = [...new Set(candidates)]
  const ranks = distinct.map(rank)
  return distinct[ranks.indexOf(Math.max(...ranks))] as string
}

/** Whether a value stands in a text as a word of its own. */
function standsAlone(value: string, text: string): boolean {
  const at = text.indexOf(value)
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\d_]/u.test(sign)
  return value.length >= shortest && !isLetter(text[at - 1]) && !isLetter(text[at + value.length])
}

/** A template with places for the further values that stand in it. */
function withPlaces(template: string, { values = {} }: Quoting): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => (value.length < shortest ? text : text.replaceAll(value, `{${name}}`)),
    template,
  )
}

/** The text that a template stands for in answer to one request. */
function filled(template: string, { value, values = {} }: Quoting): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const found = name === 'value' ? value : Object.hasOwn(values, name) ? values[name] : undefined
    return found ?? whole
  })
}
