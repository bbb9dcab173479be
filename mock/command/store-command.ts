import { UsageError } from './usage-error'

/** The parts of the command that look after a store, and serve nothing. */
export type StoreCommand = 'migrate' | 'status'

/** Whether a word of the command line is such a part. */
export function isStoreCommand(word: string): word is StoreCommand {
  return word === 'migrate' || word === 'status'
}

/** Runs `migrate` or `status`. Returns the status of the process. Throws a `UsageError`. */
export async function runStoreCommand(
  name: StoreCommand,
  _args: string[],
  _print: (text: string) => void,
): Promise<number> {
  return Promise.reject(new UsageError(`${name} is not part of this version.`))
}
