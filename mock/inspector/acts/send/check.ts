import { useEffect, useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { readJson } from '../../../http/json/read-json'

/** The mock's explanation of a body that it would refuse. */
export interface Explanation {
  code: string
  message: string
  param?: string
  /** The rule of the interface that the body breaks, or the open question that the dialect answers so. */
  rule?: { id: string; text: string }
  near?: { hint: string }
  /** A place in the API reference of the mock. */
  link: string
}

/** The mock's verdict on a body: `undefined` before it has judged the present one. */
export type Verdict = { ok: true } | { ok: false; explanation: Explanation }

// Milliseconds of real time after the last key.
const pause = 200

/**
 * Asks the mock whether it would take a body, whenever the body has changed and is JSON. Nothing is created. A body that the mock cannot
 * judge has no verdict.
 */
export function useVerdict(
  operation: 'createEvent' | 'createWebhook',
  text: string,
  mode: string,
): Verdict | undefined {
  const { control, place } = useApp()
  const [verdict, setVerdict] = useState<{ text: string; mode: string; verdict: Verdict }>()
  const session = place.session.value

  useEffect(() => {
    if (readJson(text).error) return
    let isCurrent = true
    const timer = setTimeout(() => {
      // The question is no act: it must neither stand in the status line nor refresh the lists.
      const asked = control.ask('/__mock/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ operation, text, mode }),
      })
      asked
        .then(async (answer) => (answer.ok ? ((await answer.json()) as Verdict) : undefined))
        .then((found) => {
          if (isCurrent && found) setVerdict({ text, mode, verdict: found })
        })
        .catch(() => {})
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [control, operation, text, mode, session])

  return verdict?.text === text && verdict.mode === mode ? verdict.verdict : undefined
}
