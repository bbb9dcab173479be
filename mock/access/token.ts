/** The shortest token, in characters, that is safe where clients of other machines can try. */
export const shortestToken = 16

/** The reason why a token does not protect the control routes from other machines, `undefined` for one that does. */
export function weaknessOf(token: string | undefined): string | undefined {
  const remedy = 'Make one with `openssl rand -hex 16`'
  if (!token) return `Other machines could reach the control routes, so they want a token. ${remedy}`
  if (token.length < shortestToken) {
    return `The token of the control routes has ${token.length} characters, but beyond loopback it needs at least ${shortestToken}. ${remedy}`
  }
  // Clients send it in a header, and a header bears no other characters unharmed.
  return /^[!-~]+$/.test(token)
    ? undefined
    : `The token of the control routes holds characters other than printable ASCII without spaces. ${remedy}`
}
