import { checks } from '../checks/index'
import { shellWord } from '../wire/shell'
import type { Report } from '../engine/report'

/** How the command is called: by the name of its package, so that `npx` finds it installed or not. */
export const commandName = 'npx @event-delivery/conformance'

/** The command that makes one check of a run again; keys come from the environment. */
export function rerunCommand({ target, mode }: Report): (id: string) => string {
  return (id) => `${commandName} --base-url ${shellWord(target.baseUrl)} --mode ${mode} --only ${id}`
}

/** Whether a result is of a check: what a whole run shows, or a file pins, cannot be run alone. */
export function runsAlone(id: string): boolean {
  return checks.some((check) => check.id === id)
}
