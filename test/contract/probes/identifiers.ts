/**
 * An id of the same shape that belongs to nothing. Where ids are short, as counters are, another of their shape may
 * belong to somebody: a long random one is taken instead.
 */
export function absentId(id: string): string {
  const mark = id.indexOf('_') + 1
  const own = id.slice(mark)
  if (own.replace(/[^A-Za-z0-9]/g, '').length < 14) return `${id.slice(0, mark)}${random('a', 24)}`
  // What stands first may say of which kind the id is, or when it was made.
  const changed = Math.min(12, own.length)
  const rest = own.slice(-changed).replace(/[A-Za-z0-9]/g, (letter) => random(letter, 1))
  return id.slice(0, mark) + own.slice(0, -changed) + rest
}

/** Ids that are this one but for its end or its case. None where ids are short: somebody may have those. */
export function nearIds(id: string): string[] {
  const mark = id.indexOf('_') + 1
  const own = id.slice(mark)
  if (own.replace(/[^A-Za-z0-9]/g, '').length < 14) return []
  const turned = own === own.toLowerCase() ? own.toUpperCase() : own.toLowerCase()
  return [id.slice(0, -1), `${id}0`, id.slice(0, mark) + turned].filter((near) => near !== id)
}

/** A well-formed key that nobody has. */
export function unknownKey(prefix: string): string {
  return prefix + random('a', 32)
}

function random(like: string, length: number): string {
  const hex = /[a-f]/.test(like) ? 'abcdef' : /[A-F]/.test(like) ? 'ABCDEF' : ''
  const letters = hex || (/[a-z]/.test(like) ? 'ghjkmnpqrstvwxyz' : 'GHJKMNPQRSTVWXYZ')
  const alphabet = /\d/.test(like) ? '0123456789' : letters
  return Array.from({ length }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join('')
}
