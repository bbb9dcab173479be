/** A refusal of the mock, as the panels show it: beside the field that `param` names, where it names one. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure'
  /** The status of the answer. 0 where there was no answer. */
  readonly status: number
  readonly code: string
  readonly param?: string
  constructor(status: number, error: { code: string; message: string; param?: string }) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.param = error.param
  }
}

/** The failure that an answer tells. The body may come from something else than the mock, such as a proxy. */
export function failureOf(status: number, body: unknown): ControlFailure {
  const { code, message, param } = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  return new ControlFailure(status, {
    code: typeof code === 'string' ? code : 'no_answer_of_the_mock',
    message: typeof message === 'string' ? message : `The answer has the status ${status} and no reason.`,
    param: typeof param === 'string' ? param : undefined,
  })
}
