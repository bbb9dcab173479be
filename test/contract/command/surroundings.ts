import type { LiveTerminal } from './progress'
import type { Output } from './options'

/** The parts of a process that the command uses. */
export interface Surroundings extends Output {
  env: Readonly<Record<string, string | undefined>>
  /** A terminal that can rewrite its last line. Without one the command prints a line for each check. */
  terminal?: LiveTerminal
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Takes what is to be called where the process is ended before the run has ended. */
  onEarlyEnd?: (tell: () => void) => void
}

/** The surroundings of a run. */
export interface RunSurroundings extends Surroundings {
  /** The words of the command line, with those that `--repeat` added. */
  args: readonly string[]
  /** Prints a workflow command as it is. `print` shows one that a service wrote as plain text. */
  annotate: (command: string) => void
}
