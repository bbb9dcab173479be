import type { Dialect } from '../../../generated/dialect'
import { WrongValue } from '../../../src/core/commands/usage-error'
import { asDialect } from '../../../src/core/commands/dialect-file'
import { parseJson } from '../wire/json'
import { plan } from './values'

/** What the owner says of a deployment: the plan of its account, and choices that are pinned. */
export interface Declared {
  plan?: number
  dialect?: Dialect
}

/** Reads a declaration, and adds it to those before. */
export function declaration(text: string, before: Declared = {}): Declared {
  const split = text.indexOf('=')
  const [name, value] = [text.slice(0, Math.max(0, split)), text.slice(split + 1)]
  if (name === '' || value === '')
    throw new WrongValue('is of the form NAME=VALUE, as plan=pro, keys=none or listOrder=oldest-first.')
  if (name === 'plan') return { ...before, plan: plan(value) }
  if (name !== 'keys')
    return {
      ...before,
      dialect: pin(before.dialect, asDialect('--declare', text, { [name]: fromText(value) })),
    }
  if (value !== 'none')
    throw new WrongValue('says of keys what they are: only none is declared, as keys=none.')
  return { ...before, dialect: pin(before.dialect, { operations: { createKey: null } }) }
}

/** A dialect with the fields of another one. Of the operations each is a choice of its own. */
export function pin(dialect: Dialect = {}, more: Dialect = {}): Dialect {
  const operations = { ...dialect.operations, ...more.operations }
  return { ...dialect, ...more, ...(Object.keys(operations).length > 0 && { operations }) }
}

/** A value as JSON, or the text itself where it is none. */
function fromText(text: string): unknown {
  const json = parseJson(text)
  return json === undefined ? text : json
}
