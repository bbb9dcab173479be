import { deepestJson, type Wanted } from '../../../src/core/json-text'

interface Mistake {
  at: RegExp
  message: (found: string) => string
}

const comment: Mistake = { at: /^(?:\/\/|\/\*|#)/, message: () => 'JSON has no comments. Remove this one.' }
const quote: Mistake = {
  at: /^['‘’“”`]/,
  message: (found) => `Names and strings stand in straight double quotes ("), not in ${found}.`,
}

/** The mistakes that people make in the place of a value, each found by the text at which reading stopped. */
const mistakenValues: readonly Mistake[] = [
  {
    at: /^(?:true|false|null)(?![\w$])/i,
    message: (found) => `JSON writes ${found.toLowerCase()} in small letters.`,
  },
  {
    at: /^(?:undefined|None|nil|NaN|-?Infinity)(?![\w$])/,
    message: (found) => `JSON has no ${found}. Write null, or leave the member out.`,
  },
  { at: /^\+\d/, message: () => 'A number has no plus sign in front.' },
  { at: /^-?\./, message: () => 'A number begins with a digit: 0.5, not .5.' },
]

/** The end of a text, as a message names it. */
const nothing = 'the end of the text'

/**
 * Says why a text is no JSON at `offset`, where reading it wanted something else, and what would be right.
 */
export function messageAt(text: string, offset: number, wanted: Wanted): string {
  if (wanted === 'fewer levels') return `The value is nested more than ${deepestJson} levels deep.`
  if (wanted === 'the end of a string') return 'The string that begins here has no closing ".'
  // A longer piece would only make the search for a mistake slow.
  const rest = text.slice(offset, offset + 80)
  const found = rest === '' ? nothing : `“${[...rest][0] ?? ''}”`
  if (text.trim() === '') return 'There is no JSON yet.'
  if (wanted === 'a letter of a string') {
    return 'A string ends on its line. Close it with ", or write a line end as \\n and a tab as \\t.'
  }
  if (wanted === 'an escape')
    return 'Behind a backslash stands one of " \\ / b f n r t, or u with four hex digits.'
  const previous = text.slice(0, offset).trimEnd().slice(-1)
  if (/[}\]]/.test(rest[0] ?? '') && previous === ',') {
    return `The comma before ${rest[0]} is one too many. Remove it.`
  }
  const mistake = mistakesFor(wanted).find(({ at }) => at.test(rest))
  if (mistake) return mistake.message(mistake.at.exec(rest)?.[0] ?? '')
  if (wanted === 'a name') return nameMessage(rest, found)
  if (wanted === 'a colon') return `A colon is missing between the name and its value. Here is ${found}.`
  if (wanted === 'the end') return `The value ends before ${found}. Remove what follows it.`
  if (wanted.startsWith('a comma')) return separatorMessage(text, offset, wanted.slice(-1), found, rest)
  return valueMessage(rest, found)
}

function mistakesFor(wanted: Wanted): readonly Mistake[] {
  if (wanted === 'a value') return [comment, quote, ...mistakenValues]
  return wanted === 'a name' ? [comment, quote] : [comment]
}

function nameMessage(rest: string, found: string): string {
  const name = /^[\p{L}\p{N}_$.-]+/u.exec(rest)?.[0]
  if (name !== undefined) return `A name stands in double quotes: "${name}".`
  return `A name in double quotes is missing. Here is ${found}.`
}

function separatorMessage(
  text: string,
  offset: number,
  closing: string,
  found: string,
  rest: string,
): string {
  if (found === nothing) return `${closing} is missing at the end.`
  // A number such as 01 or 1.2.3 ends where its own rule does.
  if (/[\d.]/.test(rest[0] ?? '') && /\d/.test(text[offset - 1] ?? '')) {
    return 'This is no number as JSON writes it: no leading zero, one point, digits on both sides of it.'
  }
  if (rest[0] === '.' || /^[eE]/.test(rest)) return 'A number has digits behind its point and its exponent.'
  return `A comma or ${closing} is missing before ${found}.`
}

function valueMessage(rest: string, found: string): string {
  const bare = /^[\p{L}_$][\p{L}\p{N}_$.-]*/u.exec(rest)?.[0]
  if (bare !== undefined) return `A string stands in double quotes: "${bare}".`
  return `A value is missing. Here is ${found}.`
}
