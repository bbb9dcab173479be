import { effect, signal, type Signal } from '@preact/signals'

/** The rows that the list offers to the filter: events and refused requests, those among them that failed, or all. */
export const selections = ['events', 'failed', 'all'] as const
export type Selection = (typeof selections)[number]

/** The place that a reader has come to. It survives a reload. */
export interface Place {
  /** The text of the query box. */
  query: Signal<string>
  show: Signal<Selection>
  /** The id of the row whose detail is open. */
  open: Signal<string | null>
  /** The id of the open panel. */
  panel: Signal<string | null>
  session: Signal<string | null>
}

const fields = { query: 'q', show: 'show', open: 'open', panel: 'panel', session: 'session' } as const

/** The place that a query string tells. Unknown fields, a token among them, are left out. */
export function placeOf(search: string): Place {
  const given = new URLSearchParams(search)
  const show = given.get(fields.show) as Selection | null
  return {
    query: signal(given.get(fields.query) ?? ''),
    show: signal(show !== null && selections.includes(show) ? show : 'events'),
    open: signal(given.get(fields.open)),
    panel: signal(given.get(fields.panel)),
    session: signal(given.get(fields.session) || null),
  }
}

/** The query string that tells a place, with its question mark. Empty for the place at the start. */
export function searchOf({ query, show, open, panel, session }: Place): string {
  const told = new URLSearchParams()
  if (session.value) told.set(fields.session, session.value)
  if (query.value) told.set(fields.query, query.value)
  if (show.value !== 'events') told.set(fields.show, show.value)
  if (open.value) told.set(fields.open, open.value)
  if (panel.value) told.set(fields.panel, panel.value)
  return told.size === 0 ? '' : `?${told}`
}

/**
 * Keeps the address bar in step with a place, and the place in step with the back button. Opening a row or a panel is a
 * step that the back button undoes; typing is none. Returns a function that ends this.
 */
export function followAddress(place: Place, window: Window): () => void {
  const stepOf = () => `${place.open.value} ${place.panel.value} ${place.session.value}`
  let step = stepOf()
  const stop = effect(() => {
    const { pathname, search } = window.location
    const wanted = searchOf(place)
    const isStep = stepOf() !== step
    step = stepOf()
    if (wanted === search) return
    if (isStep) window.history.pushState(null, '', pathname + wanted)
    else window.history.replaceState(null, '', pathname + wanted)
  })
  const goBack = () => {
    const earlier = placeOf(window.location.search)
    place.query.value = earlier.query.value
    place.show.value = earlier.show.value
    place.open.value = earlier.open.value
    place.panel.value = earlier.panel.value
    place.session.value = earlier.session.value
  }
  window.addEventListener('popstate', goBack)
  return () => {
    stop()
    window.removeEventListener('popstate', goBack)
  }
}
