import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blocks } from '../docs/markdown'
import type { Adapters } from './installation'

const page = 'docs/exactly-once.md'

/** Saves each program of the guide under its name, as it stands there. */
export async function saveGuide(folder: string): Promise<void> {
  const programs = blocks().filter(({ place, flags }) => place.startsWith(page) && flags[0] === 'framework')
  const path = join(folder, 'guide')
  await mkdir(path, { recursive: true })
  for (const { flags, code } of programs) await writeFile(join(path, flags[1] ?? ''), code)
}

/** Generates the client of Prisma that the guide imports. */
export async function generatePrisma({ run }: Adapters): Promise<void> {
  const args = ['node_modules/prisma/build/index.js', 'generate', '--schema', 'prisma/schema.prisma']
  // The command would download its engine for migrations, which neither the generator nor the client uses, unless it is told of one.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' }
  await run(process.execPath, args, env)
}
