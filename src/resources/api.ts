import type { ParamsOption, RequestBodyOption } from 'openapi-fetch'
import type { Dialect } from '../../generated/dialect'
import { type OperationId, routes } from '../../generated/routes'
import type { operations } from '../../generated/types'
import { ApiError } from '../errors/api-errors'
import { rememberCaller } from '../errors/caller'
import { type Outcome, UnsupportedOperationError } from '../errors/request-errors'
import { monotonic } from '../transport/clock'
import type { CallRoute, Http, WithResponse } from '../transport/http'
import { fieldsToJson } from '../transport/json'
import { type CallOptions, limitsOf } from '../transport/limits'
import type { Plan } from '../transport/plan'
import type { Transport } from '../transport/transport'

/** The parameters and the body of an operation, as the document has them. */
export type OperationInput<Id extends OperationId> = ParamsOption<operations[Id]> &
  RequestBodyOption<operations[Id]>

/** How a call of an operation is carried out. */
export type OperationPlan<T> = Omit<Plan<T>, 'operation' | 'template' | 'limits' | 'began'> & {
  /** When the call began, in monotonic milliseconds. Now unless given. */
  began?: number | undefined
  /** Sends what JSON makes of values that it would change. They are refused unless given. */
  allowLossyJson?: boolean | undefined
}

/** For calls that must not be carried out twice: repeats them only where the attempt before certainly did nothing. */
export const certainlyNotDone = (outcome: Outcome): boolean => outcome !== 'unknown'

/**
 * A call under way. Await it for the result, or `withResponse()` for the answer too.
 *
 * @example
 * const { data, response } = await client.events.retrieve(id).withResponse()
 */
export class ApiCall<T, Key extends string | undefined = string | undefined> implements Promise<T> {
  readonly #result: Promise<WithResponse<T, Key>>

  /** @internal */
  constructor(work: Promise<WithResponse<T, Key>>) {
    this.#result = rememberCaller()(work)
  }

  /** The result, the answer, the idempotency key and the attempts. */
  withResponse(): Promise<WithResponse<T, Key>> {
    return this.#result
  }

  then<A = T, B = never>(
    onResult?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(({ data }) => (onResult ? onResult(data) : (data as never)), onError)
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd)
  }

  declare readonly [Symbol.toStringTag]: string
}

/** Calls the operations of the document that a deployment offers. */
export interface Api {
  transport: Transport
  dialect: Dialect
  call<Id extends OperationId, T>(
    operation: Id,
    input: OperationInput<Id>,
    plan: OperationPlan<T>,
    options?: CallOptions,
  ): Promise<WithResponse<T, undefined>>
}

interface OperationRoute extends CallRoute {
  /** Whether the interface leaves the route open. */
  assumed: boolean
}

/** Makes the calls of operations over the typed client. */
export const createApi = (http: Http, transport: Transport, dialect: Dialect): Api => ({
  transport,
  dialect,
  async call(operation, input, plan, options) {
    const route = routeOf(operation, dialect)
    const { headers, signal } = options ?? {}
    const bodySerializer = (body: object) => fieldsToJson(body, plan.allowLossyJson)
    try {
      return await http.call(
        route,
        { ...input, bodySerializer, headers, signal },
        {
          began: monotonic(transport.clock),
          ...plan,
          operation,
          template: route.path,
          limits: options ? limitsOf(options, transport.limits) : transport.limits,
        },
      )
    } catch (error) {
      if (!isNotOffered(route, error)) throw error
      const { attempts, outcome, method, url, reason } = error
      throw new UnsupportedOperationError(operation, { attempts, outcome, method, url, reason }, error)
    }
  },
})

/** The route of an operation: the dialect's, where it has moved the operation, or else the document's. */
function routeOf(operation: OperationId, dialect: Dialect): OperationRoute {
  const moves: Partial<Record<OperationId, string | null>> = dialect.operations ?? {}
  const moved = moves[operation]
  if (moved === undefined) return routes[operation]
  if (!moved) throw new UnsupportedOperationError(operation)
  const [method, path] = moved.split(' ') as [string, string]
  return { method, path, assumed: true }
}

/** Whether an error says that nothing answers at an assumed route. A 404 at a path with an id in it may mean the id. */
function isNotOffered({ assumed, path }: OperationRoute, error: unknown): error is ApiError {
  if (!assumed || !(error instanceof ApiError)) return false
  const { status } = error
  return status === 405 || status === 501 || (status === 404 && !path.includes('{'))
}
