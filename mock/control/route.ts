import type { JsonSchema } from '../../openapi/model'
import type { Answer } from '../http/answer'
import { notFound } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { State } from '../state/state'
import { type FieldValues, type Fields, objectOf } from './fields'
import { text } from './schemas'

/** A control request that passed the guard, and whose query and body are as its route declares them. */
export interface ControlRequest<Query = Record<string, unknown>, Body = Record<string, unknown>> {
  /** The JSON object in the body of a POST. */
  body: Body
  /** The text of `data` in that object, exactly as it was sent: a payload has digits that no number can hold. */
  data?: string
  /** Reads the body of a PUT, which can be large. */
  read: BodyReader
  params: Record<string, string>
  query: Query
  headers: Headers
  /** The whole URL, as the request's sender sees it. */
  url: string
  /** The session that the request names. `null` means the main state. */
  session: string | null
}

/** A control handler returns this when its answer is not JSON, or has another status than what its route usually answers. */
export class ControlAnswer {
  constructor(readonly answer: Answer) {}
}

/** The schemas of the bodies of an answer, by media type. Empty where there is no body. */
export type Bodies = Readonly<Record<string, JsonSchema>>

/** A control route. Its document, and the checks of queries and bodies, are made of this declaration. */
export interface ControlRoute<Query extends Fields = Fields, Body extends Fields = Fields> {
  /** A line that says what the route does. */
  title: string
  /** Further sentences of the description in the OpenAPI document, behind the title. */
  more?: string
  /** Whether the route replaces all data. Where the store outlasts the process, the request must name the store in `?confirm=` then. */
  replacesData?: true
  /** The parameters of the query, besides `session`. */
  query?: Query
  /** The fields of the body of a POST. */
  body?: Body
  /** Whether the body may have other fields too, which the handler judges. */
  open?: true
  /** The schema of a body that the handler judges by itself, in place of `body`. The handler of a PUT also reads the body by itself. */
  document?: JsonSchema
  /** The bodies of its answers by their status. What the handler returns is answered with 201 where that is one of them. */
  answers: Readonly<Record<number, Bodies>>
  /** Carries out a request. The result is the JSON of the answer, `undefined` for an empty one. */
  handle(request: ControlRequest<FieldValues<Query>, FieldValues<Body>>, state: State): unknown
}

/** Control routes by `METHOD /path`, below `/__mock`. */
export type ControlRoutes = Record<string, ControlRoute>

type NoFields = Readonly<Record<never, never>>

/** A control route whose handler gets the fields that it declares, by their types. */
export function route<const Query extends Fields = NoFields, const Body extends Fields = NoFields>(
  declared: ControlRoute<Query, Body>,
): ControlRoute {
  return declared
}

/** The route that removes the thing with an id. `remove` says whether there was one. */
export const removal = (
  title: string,
  thing: string,
  remove: (id: string, state: State) => boolean | Promise<boolean>,
) =>
  route({
    title,
    answers: { 200: json(objectOf({ id: text, deleted: { const: true } })) },
    async handle({ params: { id = '' } }, state) {
      if (await remove(id, state)) return { id, deleted: true }
      throw notFound(`No ${thing} has this id.`)
    },
  })

/** The bodies of an answer in JSON. */
export const json = (schema: JsonSchema): Bodies => ({ 'application/json': schema })

/** The bodies of an answer without any. */
export const nothing: Bodies = {}
