import type { Program } from '../../src/core/commands/program'
import { shortestToken } from '../access/token'
import { version } from '../package.json'
import { type FlagName, flags } from './flags'
import { shortestKey, storeKeyVariable, tokenVariable } from './options'

const flagsOfStore: readonly FlagName[] = ['store', 'storeSchema', 'json']

/** A command that looks after a store. */
function storeCommand(name: string, texts: { summary: string; about: string[]; note: string }) {
  const examples = ['postgres://mock@db/mock', './data --json'].map(
    (end) => `event-delivery-mock ${name} --store ${end}`,
  )
  return { name, flags: flagsOfStore, examples, ...texts, notes: [texts.note] }
}

/** The command as data. */
export const program: Program<typeof flags> = {
  name: 'event-delivery-mock',
  version,
  about: 'A mock of the Event Delivery Service that really works: events, pages, limits, signed deliveries.',
  flags,
  flagOfUrl: 'webhook',
  commands: [
    storeCommand('migrate', {
      summary: 'bring the schema of a store up to date',
      about: ['Brings the schema of a store up to date, and makes it where there is none.'],
      note: 'Ends with status 0 where the schema is up to date, 1 where it could not be brought there, 2 on a wrong command line.',
    }),
    storeCommand('recover', {
      summary: 'tell a store that it went back in time',
      about: [
        'Tells a store that it went back in time: after a backup was restored, or a standby was promoted that had not received everything.',
        'Deliveries get ids from then on that no lost one had, so that no receiver takes them for repetitions. Cursors of before are refused.',
      ],
      note: 'Ends with status 0 where that was done, 1 where it could not be, 2 on a wrong command line.',
    }),
    storeCommand('status', {
      summary: 'tell what a store holds',
      about: ['Tells what a store holds, and whether its schema is up to date. Changes nothing.'],
      note: 'Ends with status 0 where the schema is that of this version, 1 where it is not or cannot be read, 2 on a wrong command line.',
    }),
    {
      name: '',
      summary: 'serve the mock',
      flags: Object.keys(flags),
      about: [],
      examples: [
        'event-delivery-mock                                           the mock on http://127.0.0.1:4010',
        'event-delivery-mock --webhook http://localhost:3000/hooks     its events reach a receiver on this machine',
        'event-delivery-mock --seed examples --plan free               with data, and ten requests a second',
        'event-delivery-mock --tls --tls-name mock.test --ca-out ca.pem',
        'event-delivery-mock --dialect dialect.json --log json         a twin of your deployment, a log for programs',
        'event-delivery-mock --store ./data --retain 30d               data that outlives the process',
        'event-delivery-mock --store postgres://mock@db/mock --role worker',
        'event-delivery-mock status --store postgres://mock@db/mock    what the store holds; migrate brings its schema up to date',
      ],
    },
  ],
  notes: [
    `Listening beyond loopback wants a token for /__mock of at least ${shortestToken} characters in ${tokenVariable}.`,
    `Secrets in a store are encrypted where ${storeKeyVariable} holds a key of at least ${shortestKey} characters.`,
  ],
}
