import type { Report } from '../engine/report'

/** The command that makes one check of a run again; keys come from the environment. */
export function rerunCommand({ target, mode }: Report): (id: string) => string {
  return (id) =>
    `event-delivery-conformance --base-url '${target.baseUrl.replaceAll("'", `'\\''`)}' --mode ${mode} --only ${id}`
}
