import type { ParamsOption, RequestBodyOption } from 'openapi-fetch'
import type { Dialect } from '../../generated/dialect'
import { type OperationId, routes } from '../../generated/routes'
import type { operations } from '../../generated/types'
import { ApiError } from '../errors/api-errors'
import { type Outcome, UnsupportedOperationError } from '../errors/request-errors'
import { toHeaders } from '../transport/headers'
import type { Http, WithResponse } from '../transport/http'
import { toJson } from '../transport/json'
import { type CallOptions, type Limits, limitsOf } from '../transport/limits'
import type { Plan } from '../transport/plan'

/** The parameters and the body of an operation, as the document has them. */
export type OperationInput<Id extends OperationId> = ParamsOption<operations[Id]> &
  RequestBodyOption<operations[Id]> & {
    /** Writes the body as JSON. The whole body at once unless given. */
    bodySerializer?(body: never): string
  }

/** How a call of an operation is carried out. */
export type OperationPlan<T> = Omit<Plan<T>, 'operation' | 'limits'>

/** The rule for what must not be done twice: it is repeated only where the attempt before certainly did nothing. */
export const certainlyNotDone = (outcome: Outcome): boolean => outcome !== 'unknown'

/** Calls the operations of the document that a deployment offers. */
export interface Api {
  call<Id extends OperationId, T>(
    operation: Id,
    input: OperationInput<Id>,
    plan: OperationPlan<T>,
    options?: CallOptions,
  ): Promise<WithResponse<T, undefined>>
}

export const createApi = (http: Http, dialect: Dialect, defaults: Limits): Api => ({
  async call(operation, input, plan, options) {
    const { method, path } = locate(operation, dialect)
    const { headers, signal, ...limits } = options ?? {}
    try {
      return await http.call(
        {
          bodySerializer: (body: unknown) => toJson('input', body),
          ...input,
          method,
          path,
          headers: headers && toHeaders(headers),
          signal,
        },
        { ...plan, operation, limits: limitsOf(limits, defaults) },
      )
    } catch (error) {
      if (!isNotOffered(operation, path, error)) throw error
      const { attempts, outcome } = error
      throw new UnsupportedOperationError(operation, { attempts, outcome }, error)
    }
  },
})

/** The method and path of an operation: those of the dialect, where it has moved the operation, or else those of the document. */
function locate(operation: OperationId, dialect: Dialect): { method: string; path: string } {
  const moves: Partial<Record<OperationId, string | null>> = dialect.operations ?? {}
  const moved = moves[operation]
  if (moved === null) throw new UnsupportedOperationError(operation)
  if (moved === undefined) return routes[operation]
  const [method, path] = moved.split(' ') as [string, string]
  return { method, path }
}

/**
 * Whether an error says that nothing answers at the path of an operation, where the path is an assumption. A 404 at a path with an id in
 * it may mean the id.
 */
function isNotOffered(operation: OperationId, path: string, error: unknown): error is ApiError {
  if (!routes[operation].assumed || !(error instanceof ApiError)) return false
  const { status } = error
  return status === 405 || status === 501 || (status === 404 && !path.includes('{'))
}
