import { checks } from '../checks/index'
import { shellWord } from '../engine/shell'
import type { Report } from '../engine/report'

/** The command that makes one check of a run again; keys come from the environment. */
export function rerunCommand({ target, mode }: Report): (id: string) => string {
  return (id) =>
    `event-delivery-conformance --base-url ${shellWord(target.baseUrl)} --mode ${mode} --only ${id}`
}

/** Whether a result is of a check: what a whole run shows, or a file pins, cannot be run alone. */
export function runsAlone(id: string): boolean {
  return checks.some((check) => check.id === id)
}
