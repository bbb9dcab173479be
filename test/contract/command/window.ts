import { plantCheck, verifyCheck, type Planted } from '../checks/window'
import { assertWritable, FileError, readText, writeJson } from './files'
import type { Check } from '../engine/check'

/** The two files of the check that takes a day. */
export interface WindowOptions {
  baseUrl: string
  plant?: string
  verify?: string
}

/** The checks, with the one on the 24-hour window in the form that `--plant` or `--verify` asks for. */
export async function withWindow(
  checks: readonly Check[],
  { baseUrl, plant, verify }: WindowOptions,
): Promise<readonly Check[]> {
  if (plant !== undefined && verify !== undefined) {
    throw new FileError('--plant and --verify belong to two different runs.')
  }
  if (plant !== undefined) {
    await assertWritable('--plant', plant)
    const check = plantCheck(async (plants) => {
      const planted: Planted = { baseUrl, plantedAt: new Date().toISOString(), plants }
      await writeJson(plant, planted)
    })
    return inPlace(checks, check)
  }
  if (verify === undefined) return checks
  const planted = await readPlanted(verify)
  if (planted.baseUrl !== baseUrl) {
    throw new FileError(`--verify ${verify} is of ${planted.baseUrl}, and --base-url is another.`)
  }
  return inPlace(checks, verifyCheck(planted))
}

function inPlace(checks: readonly Check[], check: Check): readonly Check[] {
  return checks.map((one) => (one.id === check.id ? check : one))
}

async function readPlanted(path: string): Promise<Planted> {
  const text = await readText('--verify', path)
  let value: Partial<Planted> | null
  try {
    value = JSON.parse(text) as Partial<Planted> | null
  } catch {
    throw new FileError(`--verify ${path} is no JSON.`)
  }
  const known = typeof value?.baseUrl === 'string' && Array.isArray(value.plants)
  if (!known || Number.isNaN(Date.parse(value?.plantedAt ?? ''))) {
    throw new FileError(`--verify ${path} was not written by --plant.`)
  }
  return value as Planted
}
