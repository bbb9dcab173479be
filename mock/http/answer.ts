/** An answer before it becomes a `Response`: a face builds its own platform's response from it, once. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** An answer whose body is this JSON text. */
export function jsonAnswer(status: number, json: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: json }
}

/** An answer as a `Response`. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}
