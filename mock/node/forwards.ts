/** Sends what is meant for one URL, and for all below it, to another. */
export interface Forward {
  /** Such as `https://shop.example/hooks`: the URL that webhooks are registered with. */
  from: string
  /** Such as `http://localhost:3000/hooks`. */
  to: string
}

/** The forwards that hold now. They may change while deliveries are under way. */
export interface Forwards {
  /** The longest `from` first: that one decides. */
  list(): Forward[]
  /** Takes the place of all that were. Throws a `TypeError` that names the one that is wrong, and changes nothing. */
  replace(forwards: readonly Forward[]): void
  /** Where a delivery to `url` goes. */
  target(url: string): string
}

/**
 * Makes forwards. `from` matches its own URL and every URL below it: `https://a.example/hook` matches
 * `https://a.example/hook`, `/hook?x=1` and `/hook/orders`, but not `/hooks`. What follows is kept: `/orders` and the
 * query are appended to `to`. Of several that match the longest one decides.
 *
 * @example
 * const forwards = createForwards([{ from: 'https://shop.example', to: 'http://localhost:3000' }])
 * forwards.target('https://shop.example/hooks?x=1') // 'http://localhost:3000/hooks?x=1'
 */
export function createForwards(initial: readonly Forward[] = []): Forwards {
  let current: Forward[] = []

  function replace(forwards: readonly Forward[]) {
    current = forwards.map(checked).sort((a, b) => b.from.length - a.from.length)
  }
  replace(initial)

  return {
    list: () => current.map((forward) => ({ ...forward })),
    replace,
    target(url) {
      const written = new URL(url).href
      const match = current.find(({ from }) => isAtOrBelow(written, from))
      return match ? joined(match.to, written.slice(match.from.length)) : url
    },
  }
}

/**
 * Reads `FROM=TO`, as `--forward` has it. Both are `http:` or `https:` URLs; the first `=` that is followed by one
 * separates them. Throws a `TypeError`.
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

/** As a URL is written once it was parsed, without a slash at the end: what it is compared with is written so too. */
function canonical(written: string, side: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined
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
