import { parseUrl } from '../../src/core/url'
import { Listeners, type Shareable } from '../settings/shareable'
import { overSockets } from './signing-time'

/** A forward sends deliveries for one URL, and for all URLs below it, to another URL. */
export interface Forward {
  /** The URL that webhooks are registered with, such as `https://shop.example/hooks`. */
  from: string
  /** The URL that receives the deliveries, such as `http://localhost:3000/hooks`. */
  to: string
}

/** A forward in force. */
export interface ActiveForward extends Forward {
  /** Names the forward in `remove` and in the control API. */
  id: string
}

/** The forwards in force. They may change while deliveries are under way. */
export interface Forwards {
  /** All forwards, the longest `from` first. */
  list(): ActiveForward[]
  /** Adds a forward, or replaces the one with the same `from`. Throws a `TypeError` when it is wrong. */
  add(forward: Forward): ActiveForward
  /** Returns whether the forward existed. */
  remove(id: string): boolean
  /** Replaces all forwards. When one of them is wrong, throws a `TypeError` that names it, and changes nothing. */
  replace(forwards: readonly Forward[]): void
  /** The URL that a delivery to `url` is sent to. */
  target(url: string): string
}

/**
 * Makes forwards. `from` matches its own URL and every URL below it: `https://a.example/hook` matches
 * `https://a.example/hook`, `/hook?x=1` and `/hook/orders`, but not `/hooks`. The rest of the URL is kept: `/orders` and
 * the query are appended to `to`. When several forwards match, the longest one decides. Throws a `TypeError` for a URL that is no
 * `http:` or `https:` one.
 *
 * @example
 * const forwards = createForwards([{ from: 'https://shop.example', to: 'http://localhost:3000' }])
 * forwards.target('https://shop.example/hooks?x=1') // 'http://localhost:3000/hooks?x=1'
 */
export function createForwards(initial: readonly Forward[] = []): Forwards & Shareable {
  let current: ActiveForward[] = []
  let count = 0
  const listeners = new Listeners()

  const numbered = (forward: Forward) => ({ id: `fwd_${++count}`, ...checked(forward) })

  function put(forwards: readonly ActiveForward[]) {
    current = [...forwards].sort((a, b) => b.from.length - a.from.length)
    listeners.tell()
  }
  put(initial.map(numbered))

  return {
    list: () => current.map((forward) => ({ ...forward })),
    add(forward) {
      const added = numbered(forward)
      put([...current.filter(({ from }) => from !== added.from), added])
      return { ...added }
    },
    remove(id) {
      const others = current.filter((forward) => forward.id !== id)
      const found = others.length < current.length
      if (found) put(others)
      return found
    },
    replace: (forwards) => put(forwards.map(numbered)),
    target(url) {
      const written = current.length === 0 ? undefined : parseUrl(url)
      if (!written) return url
      // The URL parser adds a slash to a URL without a path. The target does not repeat it.
      const href = written.pathname === '/' ? written.href.replace(/\/(?=[?#]|$)/, '') : written.href
      const match = current.find(({ from }) => isAtOrBelow(href, from))
      return match ? joined(match.to, href.slice(match.from.length)) : url
    },
    write: () => JSON.stringify({ current, count }),
    read(text) {
      const written = JSON.parse(text) as { current: ActiveForward[]; count: number }
      current = written.current
      count = Math.max(count, written.count)
    },
    watch: listeners.add,
  }
}

/**
 * Reads the form `FROM=TO` of the flag `--forward`. Both are `http:` or `https:` URLs; the first `=` that is followed by
 * such a URL separates them. Throws a `TypeError`.
 *
 * @example
 * parseForward('https://shop.example/hooks=http://localhost:3000/hooks')
 */
export function parseForward(written: string): Forward {
  const [, from, to] = /^(.+?)=(https?:\/\/.*)$/i.exec(written) ?? []
  if (from === undefined || to === undefined) {
    throw new TypeError(
      'A forward is written FROM=TO, such as https://shop.example/hooks=http://localhost:3000/hooks.',
    )
  }
  return checked({ from, to })
}

function checked({ from, to }: Forward): Forward {
  return { from: canonical(from, 'from'), to: canonical(to, 'to') }
}

/** The URL as the parser writes it, without a slash at the end, so that URLs can be compared as text. */
function canonical(written: string, side: string): string {
  const url = parseUrl(written)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new TypeError(
      `${JSON.stringify(written)} is no http or https URL: a forward wants one as its ${side}.`,
    )
  }
  if (url.hash || (side === 'from' && url.search)) {
    throw new TypeError(`${JSON.stringify(written)} goes beyond a path: a forward takes all below one.`)
  }
  return url.href.replace(/\/$/, '')
}

function isAtOrBelow(url: string, from: string): boolean {
  return url.startsWith(from) && /^([/?#]|$)/.test(url.slice(from.length))
}

function joined(to: string, rest: string): string {
  const url = new URL(to)
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/.exec(rest) ?? []
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  if (query !== '') url.search = url.search ? `${url.search}&${query.slice(1)}` : query
  return url.href
}

/** The platform's `fetch`, but following forwards. It is looked up at each call, because a test may replace it. */
export function forwardingFetch(forwards?: Forwards): typeof fetch {
  return overSockets((input, init) =>
    globalThis.fetch(typeof input === 'string' ? (forwards?.target(input) ?? input) : input, init),
  )
}
