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
 * What a page of `origin` gets to see of an answer from another origin: the exposed headers alone, and nothing at all
 * where the answer does not permit the origin. An intercepted answer shows everything, and hides that fault.
 */
export function asSeenFrom(origin: string, response: Response): Response {
  const { headers, status, statusText, body } = response
  const permitted = headers.get('access-control-allow-origin')
  if (permitted !== '*' && permitted !== origin) return Response.error()
  const exposed = (headers.get('access-control-expose-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  // Keys travel in a header, so these are requests without credentials, to which `*` applies.
  const isSeen = (name: string) =>
    safelisted.includes(name) || exposed.includes(name) || exposed.includes('*')
  const seen = [...headers].filter(([name]) => isSeen(name.toLowerCase()))
  return new Response(body, { status, statusText, headers: seen })
}

/** A request as it would arrive at `url`, from a page of `origin` where one is given. */
export function asArriving(
  request: Request,
  { url, origin }: { url: string; origin: string | undefined },
): Request {
  if (url === request.url && origin === undefined) return request
  const headers = new Headers(request.headers)
  if (origin !== undefined) headers.set('origin', origin)
  // A browser lets nobody set `Origin` on a Request of its own.
  return new Proxy(request, {
    get(target, name) {
      if (name === 'headers') return headers
      if (name === 'url') return url
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
