import type { Answer } from '../wire/client'

/** The least characters of a signing key that is looked for: a shorter one might be an ordinary word. */
const shortest = 12

/**
 * Whether an answer holds a signing secret, the key in it, or either of them encoded. A hint that leaves most of it out is
 * none of them.
 */
export function showsSecret({ headers, text }: Answer, secret: unknown): boolean {
  if (typeof secret !== 'string') return false
  const shown = [text, ...headers.values()].join('\n')
  const folded = withoutSeparators(shown)
  return formsOf(secret).some((form) => shown.includes(form) || folded.includes(withoutSeparators(form)))
}

function formsOf(secret: string): string[] {
  const part = secret.replace(/^whsec_/, '')
  const texts = [part, [...part].reverse().join('')]
  const bytes = [Buffer.from(secret), Buffer.from(part), Buffer.from(part, 'base64')]
  const forms = [
    ...texts,
    ...texts.map(encodeURIComponent),
    ...bytes.flatMap((one) => [
      one.toString('hex'),
      one.toString('base64').replace(/=+$/, ''),
      one.toString('base64url'),
      Buffer.from(one.toString('base64')).toString('base64').replace(/=+$/, ''),
    ]),
  ]
  return forms.filter((form) => form.length >= shortest)
}

/** A text in one letter case and without what stands between the digits of hex. */
function withoutSeparators(text: string): string {
  return text.toLowerCase().replace(/[\s:-]/g, '')
}
