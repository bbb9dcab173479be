import type { FlagValues } from '../../../src/core/commands/flags'
import type { Program } from '../../../src/core/commands/program'
import type { Mode } from '../engine/vocabulary'
import { version } from '../engine/version'
import { flags, type OptionName } from './flags'
import type { LiveTerminal } from './progress'

/** The values of the flags, from the command line and the environment. */
export type CommandOptions = FlagValues<typeof flags> & { mode: Mode }

/** The flags that a comparison with a twin takes. All others belong to runs of checks. */
const ofTwin: readonly OptionName[] = [
  ...(['baseUrl', 'dialect', 'json', 'mode', 'liveKey', 'testKey', 'scopedKey', 'expiredKey'] as const),
  ...(['receiverListen', 'receiverUrl', 'receiverCaOut', 'ca', 'insecure', 'plan', 'rate'] as const),
  ...(['ledger', 'deliveryTimeout', 'listingTimeout'] as const),
]

/** The command as data. */
export const program: Program<typeof flags> = {
  name: 'event-delivery-conformance',
  version,
  about: 'Judges whether a deployment conforms to the Event Delivery Service interface.',
  flags,
  flagOfUrl: 'baseUrl',
  commands: [
    {
      name: 'diff',
      summary: 'show in what two dialects or two reports differ',
      args: ['a', 'b'],
      flags: ['html'],
      about: [
        'Shows in what two dialects or two reports differ. With --html it writes the differences as a page.',
      ],
      examples: ['event-delivery-conformance diff before.json after.json --html differences.html'],
      notes: ['Exit status: 0 the same, 1 different.'],
    },
    {
      name: 'twin',
      summary: 'compare a deployment with a mock that plays its dialect',
      flags: ofTwin,
      about: [
        'Compares a deployment with a mock that plays its dialect.',
        'It uses the test key alone, unless --mode full is given, which takes --live-key and the flags of the receiver too.',
      ],
      examples: [
        'event-delivery-conformance twin --base-url https://events.example.com --dialect dialect.json',
      ],
      notes: ['Exit status: 0 alike, 1 different.'],
    },
    {
      name: '',
      summary: 'judge a deployment',
      flags: Object.keys(flags),
      about: [],
      examples: [
        'event-delivery-conformance --base-url https://events.example.com',
        'event-delivery-conformance --base-url http://127.0.0.1:4010 --mode full --json report.json --html report.html',
        'event-delivery-conformance --list --only WH-1',
      ],
    },
  ],
  notes: ['Exit status: 0 conformant, 1 non-conformant, 2 it could not run, 3 incomplete.'],
}

/** The outputs of the command. */
export interface Output {
  print: (text: string) => void
  complain: (text: string) => void
}

/** The parts of a process that the command uses. */
export interface Surroundings extends Output {
  env: Readonly<Record<string, string | undefined>>
  /** A terminal that can rewrite its last line. Without one the command prints a line for each check. */
  terminal?: LiveTerminal
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** How many times as long this process takes as on a machine at rest. 1 unless given. */
  slowness?: () => number
  /** Registers a function that is called where the process is ended before the run has ended. */
  onEarlyEnd?: (tell: () => void) => void
}

/** The surroundings of a run. */
export interface RunSurroundings extends Surroundings {
  /** The words of the command line, with those that `--repeat` added. */
  args: readonly string[]
  /** Prints a workflow command as it is. `print` shows one that a service wrote as plain text. */
  annotate: (command: string) => void
}
