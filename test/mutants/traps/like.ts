/** A text as a pattern of SQL's LIKE, with these of its wildcards. */
export function like(pattern: string, wildcards: RegExp): RegExp {
  const literal = pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${literal.replace(wildcards, (mark) => (mark === '%' ? '.*' : '.'))}$`, 'su')
}
