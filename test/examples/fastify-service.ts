import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/free-port'
import { type Row, tally } from '../tools/matrix/table'
import { type Installed, withExample } from './installed'

interface Report {
  verdict: string
  checks: { rules: string[]; level: string; status: string }[]
}

/** Runs the gate of the example. Resolves with what it printed, the verdict and the rules that are broken. */
async function gate({ folder, run }: Installed, env: Record<string, string>) {
  const printed = await run('npm', ['run', 'gate'], { ...env, PORT: String(await freePort()) }).catch(
    ({ message }: Error) => message,
  )
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report
  const failed = report.checks.filter(({ status, level }) => status === 'failed' && level === 'must')
  return { printed, verdict: report.verdict, rules: new Set(failed.flatMap(({ rules }) => rules)) }
}

/** A service that breaks two rules, is mended, and equals its twin. */
export const fastifyService: Row = {
  name: 'Fastify service with its gate',
  run: () =>
    withExample('fastify-service', ['src', 'mock', 'test/contract'], (installed) =>
      tally([
        [
          'as it stands',
          async () => {
            const { printed, verdict, rules } = await gate(installed, {})
            if (verdict !== 'non-conformant' || !rules.has('WH-2') || !rules.has('WD-3'))
              throw new Error(
                `WH-2 and WD-3 were to be broken: ${verdict}, ${[...rules].join()}.\n${printed}`,
              )
          },
        ],
        [
          'mended',
          async () => {
            const { printed, verdict } = await gate(installed, { MENDED: '1' })
            if (verdict !== 'conformant' || !printed.includes('(100 %)'))
              throw new Error(`It was to conform and to equal its twin: ${verdict}.\n${printed}`)
          },
        ],
      ]),
    ),
}
