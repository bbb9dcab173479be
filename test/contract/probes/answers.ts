import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'

/** The fields of the JSON object that an answer holds; none where it holds no object. */
export function fieldsOf({ json }: Answer): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
}

/** The `id` of the resource that an answer holds, where that is a string. */
export function idOf(answer: Answer): string | undefined {
  const { id } = fieldsOf(answer)
  return typeof id === 'string' ? id : undefined
}

/** The items of the list that an answer holds; none where it holds no list. */
export function itemsOf(answer: Answer): readonly unknown[] {
  const { data } = fieldsOf(answer)
  return Array.isArray(data) ? data : []
}

/** The `error` object of an answer, where it has one. */
export function errorOf(answer: Answer): { code?: unknown; message?: unknown; param?: unknown } | undefined {
  const { error } = fieldsOf(answer)
  return typeof error === 'object' && error !== null ? error : undefined
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** Whether an answer refuses the request. Where the interface leaves a refusal's status open, any 4xx is one. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500
}

/** Whether an answer refuses the API key: as an invalid one or for what it may do. */
export function refusesKey({ status }: Answer): boolean {
  return status === 401 || status === 403
}

/** Records the code of a refusal whose status has no code in the interface (OQ-09). */
export function observeErrorCode(context: Context, answer: Answer): void {
  const code = errorOf(answer)?.code
  if (typeof code === 'string' && code !== '') context.observe('errorCodes', { [answer.status]: code })
}
