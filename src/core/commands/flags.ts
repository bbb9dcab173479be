/** A flag of a command line, with all that reading it and the help need to know. */
export interface Flag<Value> {
  /** The form of its value, such as `<file>`. A flag without one is a switch. */
  form?: string
  help: string
  /** The heading under which the help lists it. `Flags` unless given. */
  group?: string
  /**
   * Makes the value of a text, the text itself unless given. `before` is the value so far of a flag that repeats. Throws a `WrongValue`, or an
   * error whose message is a sentence of its own.
   */
  read?(text: string, before?: Value): Value
  /** Whether it may be given several times. Its variable then holds several values, separated by blanks. */
  repeats?: boolean
  /** The environment variable that gives its value where the line does not. */
  variable?: string
  /** Whether its value may be a secret, which no message shows. */
  isSecret?: boolean
  /** The flags beside which it makes no sense. */
  excludes?: readonly string[]
}

/** The flags of a program by the names of their options: `baseUrl` is `--base-url`. */
export type FlagTable = Readonly<Record<string, Flag<unknown>>>

/** The values of the flags of a table that were given. */
export type FlagValues<Table> = {
  -readonly [Name in keyof Table]?: Table[Name] extends Flag<infer Value> ? Value : never
}

/** What a flag with a value has besides its form and its help. */
export type FlagDetails<Value> = Omit<Flag<Value>, 'form' | 'help' | 'read'>

/** A flag with a value. */
export const valued = <Value = string>(
  form: string,
  help: string,
  read?: (text: string, before?: Value) => Value,
  details: FlagDetails<Value> = {},
): Flag<Value> => ({ form, help, read, ...details })

/** A flag without a value. */
export const onOff = (help: string, details: FlagDetails<boolean> = {}): Flag<boolean> => ({
  help,
  ...details,
})

/** A flag as a command line has it: `--base-url` of `baseUrl`. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** A flag with the form of its value, as `--base-url <url>`. */
export const flagWithForm = (name: string, { form }: Pick<Flag<unknown>, 'form'>): string =>
  [flagOf(name), form].filter(Boolean).join(' ')
