import { checks } from '../checks/index'
import { shellWord } from '../../../src/core/shell'
import type { Report } from '../engine/report'

/** The command by the name of its package, so that `npx` finds it whether or not it is installed. */
export const commandName = 'npx @event-delivery/conformance'

/** The command that makes one check of a run again. It takes keys from the environment. */
export function rerunCommand({ target, mode }: Report): (id: string) => string {
  return (id) => `${commandName} --base-url ${shellWord(target.baseUrl)} --mode ${mode} --only ${id}`
}

/** Whether the check of a result can be run alone, unlike those that judge a whole run or a pinned dialect. */
export function runsAlone(id: string): boolean {
  return checks.some((check) => check.id === id)
}
