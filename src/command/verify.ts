import { textOf } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { type Capture, type HeaderLine, readCapture, readHeaders } from '../core/signature/capture'
import type { SchemeName } from '../core/signature/claims'
import { visible } from '../core/visible'
import { dialectOf } from './connection'
import { exits } from './ending'
import { bytesOf } from './input'
import type { Output } from './output'
import type { Command, Invocation } from './program'
import { chosenScheme } from './schemes'
import { secretsOf, secretVariable } from './secret-file'
import { judge, type Verdict } from './verdict'

const usualTolerance = 300

/** `event-delivery verify`. */
export const verifyDelivery: Command = {
  name: 'verify',
  summary: 'explain whether the signature of a delivery is right, and if not, why',
  args: ['file'],
  flags: ['secret', 'secretFile', 'headers', 'header', 'scheme', 'dialect', 'tolerance', 'now', 'json'],
  about: [
    'FILE holds the raw body, or the whole request: headers, an empty line, body, as a proxy or curl -v writes it. - is the standard input.',
    `The secret comes from --secret-file, ${secretVariable} or --secret. Several --secret are tried each.`,
    'Where the signature does not fit, usual mistakes are tried: another scheme, JSON that was parsed and written again, a line break',
    'more or less, another encoding, a secret with quotes or without its prefix, a clock that is wrong. No secret is ever printed.',
  ],
  examples: [
    'event-delivery verify request.txt --secret-file webhook.secret',
    'event-delivery verify body.json --headers headers.txt --now 1700000000',
    "event-delivery verify body.json --header 'webhook-id: msg_1' --header 'webhook-timestamp: 1700000000' --header 'webhook-signature: v1,...'",
  ],
  async run(invocation) {
    const { flags, output, clock } = invocation
    const dialect = await dialectOf(invocation)
    const scheme = chosenScheme(flags.scheme, dialect)
    const verdict = await judge({
      capture: await captureOf(invocation),
      secrets: await secretsOf('verify', invocation),
      scheme: scheme?.name as SchemeName | undefined,
      header: dialect.signature?.header,
      tolerance: flags.tolerance ?? usualTolerance,
      now: flags.now ?? clock.now(),
    })
    print(output, verdict)
    return verdict.verified ? exits.done : exits.refused
  },
}

/** The delivery of the file, with the headers of the flags in place of its own. */
async function captureOf(invocation: Invocation): Promise<Capture> {
  const { args, flags } = invocation
  const [file = '-'] = args
  const given: HeaderLine[] = []
  const { headers: headerFile, header: lines = [] } = flags
  if (headerFile === '-' && file === '-')
    throw new UsageError(
      'The body and the headers cannot both come from the standard input. Name a file for one of them.',
    )
  if (headerFile !== undefined) {
    const headers = readHeaders(textOf(await bytesOf('--headers', headerFile, invocation)))
    if (!headers)
      throw new UsageError(`--headers ${headerFile} must hold headers, one a line, as NAME: VALUE.`)
    given.push(...headers)
  }
  for (const written of lines) {
    const headers = readHeaders(written)
    if (!headers || headers.length !== 1)
      throw new UsageError("--header must be written --header 'NAME: VALUE', with quotation marks around it.")
    given.push(...headers)
  }
  const capture = readCapture(new Uint8Array(await bytesOf('verify', file, invocation)))
  const isGiven = (name: string) => given.some(([one]) => one === name)
  return { ...capture, headers: [...capture.headers.filter(([name]) => !isGiven(name)), ...given] }
}

function print({ result, paint }: Output, verdict: Verdict): void {
  const { verified, code, scheme, header, secretIndex = 0, age, findings } = verdict
  const when =
    age === undefined ? '' : age < 0 ? `, signed ${-age} s ahead of the clock` : `, signed ${age} s ago`
  const which = secretIndex > 0 ? `, by secret ${secretIndex + 1}` : ''
  const signed =
    scheme === undefined ? '' : ` ${scheme} in the header ${visible(header ?? '')}${which}${when}.`
  const lines = verified
    ? [`${paint('green', 'Verified.')}${signed}`, ...schemeAdvice(scheme)]
    : [
        `${paint('red', `Not verified: ${code}.`)}${signed}`,
        ...findings.flatMap(({ says, cure }) => [
          `- ${visible(says)}`,
          `  ${paint('bold', 'Next:')} ${visible(cure)}`,
        ]),
      ]
  result(verdict, ...lines)
}

/** Says what a receiver needs for any scheme but the usual one. */
const schemeAdvice = (scheme: SchemeName | undefined): string[] =>
  scheme === undefined || scheme === 'standard-webhooks'
    ? []
    : [`Your receiver has to name this scheme: createReceiver takes it as the option scheme.`]
