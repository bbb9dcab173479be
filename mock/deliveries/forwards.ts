/** Sends what is meant for one URL, and for all below it, to another. */
export interface Forward {
  /** Such as `https://shop.example/hooks`: the URL that webhooks are registered with. */
  from: string
  /** Such as `http://localhost:3000/hooks`. */
  to: string
}

/** A forward that holds. */
export interface ActiveForward extends Forward {
  id: string
}

/** The forwards that hold now. They may change while deliveries are under way. */
export interface Forwards {
  /** The longest `from` first: that one decides. */
  list(): ActiveForward[]
  /** Takes the place of the one with the same `from`, if there is one. Throws a `TypeError` that says what is wrong. */
  add(forward: Forward): ActiveForward
  /** Says whether it was there. */
  remove(id: string): boolean
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
  let current: ActiveForward[] = []
  let count = 0

  const numbered = (forward: Forward) => ({ id: `fwd_${++count}`, ...checked(forward) })

  function put(forwards: readonly ActiveForward[]) {
    current = [...forwards].sort((a, b) => b.from.length - a.from.length)
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
      current = others
      return found
    },
    replace: (forwards) => put(forwards.map(numbered)),
    target(url) {
      if (current.length === 0 || !URL.canParse(url)) return url
      const written = new URL(url)
      // A URL without a path is written with one: it is nobody's wish.
      const href = written.pathname === '/' ? written.href.replace(/\/(?=[?#]|$)/, '') : written.href
      const match = current.find(({ from }) => isAtOrBelow(href, from))
      return match ? joined(match.to, href.slice(match.from.length)) : url
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
