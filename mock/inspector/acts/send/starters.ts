import { useResource } from '../../frame/use-resource'

/** A body to begin with. */
export interface Starter {
  id: string
  label: string
  /** The JSON text of the body. */
  text: string
}

interface Examples {
  data: { name: string; summary?: string; body: unknown }[]
}

interface RecentEvents {
  data: { event: { id: string; type: string; data: unknown } }[]
}

// Bytes of one form field that people still read.
const longestText = 65_536

/** The bodies to begin with: the examples of the document, and the events that were created last. */
export function useStarters(): { examples: Starter[]; recent: Starter[] } {
  const examples = useResource<Examples>('/__mock/examples').data?.data ?? []
  const recent = useResource<RecentEvents>('/__mock/events?limit=20').data?.data ?? []
  return {
    examples: examples.map(({ name, summary, body }) => ({
      id: `example ${name}`,
      label: summary ?? name,
      text: JSON.stringify(body, null, 2),
    })),
    recent: recent
      .map(({ event: { id, type, data } }) => ({
        id: `event ${id}`,
        label: `${type} ${id}`,
        text: JSON.stringify({ type, data }, null, 2),
      }))
      .filter(({ text }) => text.length <= longestText),
  }
}
