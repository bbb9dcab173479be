import { effect, signal, type Signal } from '@preact/signals'

/** The rows that the list offers to the filter: events and refused requests, those among them that failed, or all. */
export const selections = ['events', 'failed', 'all'] as const
export type Selection = (typeof selections)[number]

/** What the page shows: what the reader chose. It survives a reload. */
export interface PageState {
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

/** The state that a query string tells. Unknown fields, a token among them, are left out. */
export function pageStateOf(search: string): PageState {
  const given = new URLSearchParams(search)
  const show = given.get(fields.show) as Selection
  return {
    query: signal(given.get(fields.query) ?? ''),
    show: signal(selections.includes(show) ? show : 'events'),
    open: signal(given.get(fields.open)),
    panel: signal(given.get(fields.panel)),
    session: signal(given.get(fields.session) || null),
  }
}

/** The query string that tells a state, with its question mark. Empty for the state at the start. */
function searchOf({ query, show, open, panel, session }: PageState): string {
  const told = new URLSearchParams()
  if (session.value) told.set(fields.session, session.value)
  if (query.value) told.set(fields.query, query.value)
  if (show.value !== 'events') told.set(fields.show, show.value)
  if (open.value) told.set(fields.open, open.value)
  if (panel.value) told.set(fields.panel, panel.value)
  return told.size === 0 ? '' : `?${told}`
}

/**
 * Keeps the address bar in step with the state of a page, and the state in step with the back button. Opening a row or a panel is a
 * step that the back button undoes; typing is none.
 */
export function followAddress(page: PageState, window: Window): void {
  const stepOf = () => `${page.open.value} ${page.panel.value} ${page.session.value}`
  let step = stepOf()
  effect(() => {
    const { pathname, search } = window.location
    const wanted = searchOf(page)
    const isStep = stepOf() !== step
    step = stepOf()
    if (wanted === search) return
    if (isStep) window.history.pushState(null, '', pathname + wanted)
    else window.history.replaceState(null, '', pathname + wanted)
  })
  window.addEventListener('popstate', () => {
    const earlier = pageStateOf(window.location.search)
    page.query.value = earlier.query.value
    page.show.value = earlier.show.value
    page.open.value = earlier.open.value
    page.panel.value = earlier.panel.value
    page.session.value = earlier.session.value
  })
}

/**
 * The state of the page before a reload. An open row that is known by the number of its entry alone is left out: in a journal that began
 * anew, another entry has this number.
 */
export function restoredPageState(window: Window, item: string): PageState {
  const page = pageStateOf(readItem(window, item))
  if (page.open.value?.startsWith('evt_') === false) page.open.value = null
  return page
}

/** Keeps the state of a page from now on, for as long as its tab is open. Returns a function that ends this. */
export function keepPageState(page: PageState, window: Window, item: string): () => void {
  return effect(() => {
    const search = searchOf(page)
    try {
      window.sessionStorage.setItem(item, search)
    } catch {
      // A storage that is full or forbidden keeps nothing, and the page works without.
    }
  })
}

function readItem(window: Window, item: string): string {
  try {
    return window.sessionStorage.getItem(item) ?? ''
  } catch {
    return ''
  }
}
