/** A text as a part of an expression that matches it alone. */
export const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A text as a pattern of SQL's LIKE, with these of its wildcards. */
export function like(pattern: string, wildcards: RegExp): RegExp {
  return new RegExp(`^${literal(pattern).replace(wildcards, (mark) => (mark === '%' ? '.*' : '.'))}$`, 'su')
}
