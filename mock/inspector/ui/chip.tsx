/** How something fares. */
export type Tone = 'good' | 'odd' | 'bad' | 'calm'

/** A word about the state of something, with a colour that says the same. */
export function Chip({ tone, text }: { tone: Tone; text: string }) {
  return <span class={`chip ${tone}`}>{text}</span>
}

/** The tone of a status of HTTP. */
export function toneOfStatus(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad'
  return status >= 400 ? 'odd' : status >= 300 ? 'calm' : 'good'
}

/** The tone of the outcome of an attempt. What has failed is tried again. */
export const toneOfOutcome = { delivered: 'good', failed: 'odd', abandoned: 'bad' } as const
