import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp } from './app'

/** The last answer of a route. */
export interface Resource<Result> {
  /** `undefined` before the first answer. */
  data: Result | undefined
  error: Error | undefined
}

/**
 * Reads a route, and reads it again for another session and, unless it `isFixed`, after each act and when the journal tells of a
 * change. Reads nothing where there is no path.
 */
export function useResource<Result>(
  path: string | undefined,
  { isFixed = false }: { isFixed?: boolean } = {},
): Resource<Result> {
  const { control, changes, page } = useApp()
  const [state, setState] = useState<{ path?: string; data?: Result; error?: Error }>({})
  const change = isFixed ? 0 : changes.value
  const session = page.session.value
  const act = control.lastAct.value
  const isOwn = state.path === path
  // The journal tells of each refused control request. To ask again for its sake would be refused again, and so without end.
  const followed = useRef(change)
  if (!(isOwn && state.error)) followed.current = change

  useEffect(() => {
    if (path === undefined) return
    let isCurrent = true
    control.call<Result>({ method: 'GET', path }).then(
      (data) => isCurrent && setState({ path, data }),
      (error: Error) => isCurrent && setState((earlier) => ({ ...earlier, path, error })),
    )
    return () => {
      isCurrent = false
    }
  }, [control, path, followed.current, act, session])

  return { data: isOwn ? state.data : undefined, error: isOwn ? state.error : undefined }
}

/** Reads a route that lists things, as {@link useResource} does. `items` is `undefined` before the first answer. */
export function useList<Thing>(path: string) {
  const { data, error } = useResource<{ data: Thing[] }>(path)
  return { items: data?.data, error }
}
