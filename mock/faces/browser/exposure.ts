// Fetch standard, "CORS-safelisted response-header name".
const safelisted = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]

/**
 * An answer as a page of another origin sees it: with the exposed headers alone, or a network error when the answer does
 * not permit the origin. Without this an intercepted answer would show all headers and hide a fault of the service.
 */
export function asSeenFrom(origin: string, response: Response): Response {
  const { headers, status, statusText, body } = response
  const permitted = headers.get('access-control-allow-origin')
  if (permitted !== '*' && permitted !== origin) return Response.error()
  const exposed = (headers.get('access-control-expose-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  // API keys travel in a header, so in the terms of CORS the requests are without credentials, and `*` applies.
  const isSeen = (name: string) =>
    safelisted.includes(name) || exposed.includes(name) || exposed.includes('*')
  const seen = [...headers].filter(([name]) => isSeen(name.toLowerCase()))
  return new Response(body, { status, statusText, headers: seen })
}

/** The request as it would arrive at `url`, sent by a page of `origin` if one is given. */
export function asArriving(
  request: Request,
  { url, origin }: { url: string; origin: string | undefined },
): Request {
  if (url === request.url && origin === undefined) return request
  const headers = new Headers(request.headers)
  if (origin !== undefined) headers.set('origin', origin)
  // A proxy, because a browser forbids setting `Origin` on a new Request.
  return new Proxy(request, {
    get(target, name) {
      if (name === 'headers') return headers
      if (name === 'url') return url
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
