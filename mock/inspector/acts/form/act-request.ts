import type { CallOptions, Control } from '../../transport/control'

/** The request that carries out an act. */
export interface ActRequest {
  method: string
  /** From the root, with its query. */
  path: string
  body?: unknown
  options?: CallOptions
}

/** Sends the request of an act. Rejects with a `ControlFailure`. */
export function carryOut<Result>(
  control: Pick<Control, 'call'>,
  { method, path, body, options }: ActRequest,
): Promise<Result> {
  return control.call<Result>(method, path, body, { ...options, isAct: true })
}

/** The command line of a shell that carries out the same act. */
export function curlOfAct(
  control: Pick<Control, 'curl'>,
  { method, path, body, options }: ActRequest,
): string {
  return control.curl(method, path, body, options)
}
