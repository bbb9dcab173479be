import { plantCheck, verifyCheck, type Planted } from '../checks/events/idempotency'
import { asJson, assertWritable, readJson, writeText } from '../../../src/core/commands/files'
import { UsageError } from '../../../src/core/commands/usage-error'
import type { Check } from '../engine/check'
import type { CommandOptions } from './program'

/** The checks, in which that of `--plant` or `--verify` stands in for the usual one on the 24-hour window. */
export function replaceWindowCheck(
  checks: readonly Check[],
  { baseUrl, mode, plant, verify }: CommandOptions & { baseUrl: string },
): readonly Check[] {
  if (plant !== undefined) {
    assertWritable('--plant', plant)
    const check = plantCheck(async (plants) => {
      writeText('--plant', plant, asJson({ baseUrl, plantedAt: new Date().toISOString(), plants }))
    })
    return replaceCheck(checks, check, '--plant')
  }
  if (verify === undefined) return checks
  const planted = readPlanted(verify)
  if (planted.baseUrl !== baseUrl)
    throw new UsageError(`--verify ${verify} is of ${planted.baseUrl}, and --base-url is another.`)
  // A key that the deployment forgot makes a new event.
  if (mode !== 'full' && planted.plants.some((one) => one.mode === 'live'))
    throw new UsageError(
      `--verify ${verify} asks for live events as well: it needs --mode full, as its --plant had.`,
    )
  return replaceCheck(checks, verifyCheck(planted), '--verify')
}

function replaceCheck(checks: readonly Check[], check: Check, flag: string): readonly Check[] {
  if (checks.some(({ id }) => id === check.id))
    return checks.map((one) => (one.id === check.id ? check : one))
  throw new UsageError(
    `${flag} is for the check ${check.id}, which --only leaves out: name it there as well.`,
  )
}

function readPlanted(path: string): Planted {
  const value = readJson('--verify', path) as Partial<Planted> | null
  const { baseUrl, plantedAt, plants } = value ?? {}
  const isDated = typeof plantedAt === 'string' && !Number.isNaN(Date.parse(plantedAt))
  const hasPlants = Array.isArray(plants) && plants.length > 0 && plants.every(isPlant)
  if (typeof baseUrl === 'string' && isDated && hasPlants) return { baseUrl, plantedAt, plants }
  throw new UsageError(`--verify ${path} was not written by --plant, or is damaged.`)
}

function isPlant(value: unknown): value is Planted['plants'][number] {
  const { mode, places, idempotencyKey, input, eventId } = (value ?? {}) as Partial<Record<string, unknown>>
  const named = typeof idempotencyKey === 'string' && typeof eventId === 'string'
  const sent = typeof input === 'object' && input !== null && Array.isArray(places) && places.length > 0
  return (mode === 'live' || mode === 'test') && named && sent
}
