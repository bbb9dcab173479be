import type * as Pasted from './detail/pasted'

/** The address of the part of the page that explains signatures: it is a tenth of the page, and few ask for it. */
export const laterPath = '/__mock/pasted.js'

/** The hash of the part that is loaded, by which the policy of the page knows it. build.ts writes it here. */
declare const laterHash: string

let loading: Promise<unknown> | undefined

const load = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    Object.assign(script, { src: laterPath, integrity: laterHash, onload: resolve, onerror: reject })
    document.head.append(script)
  })

/** Stands for `detail/pasted.ts` in the page that the mock serves, and loads it when it is asked for. */
export const diagnosePasted: typeof Pasted.diagnosePasted = async (...given) => {
  await (loading ??= load())
  return (globalThis as unknown as { pasted: typeof Pasted }).pasted.diagnosePasted(...given)
}
