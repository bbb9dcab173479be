// Writes dist/THIRD-PARTY-NOTICES.txt of each package: `npm run build` calls this once tsup has built all of them.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packages, type PackageFolder } from '../support/pack'
import { root } from '../support/root'

/** The file with the licences of everything that a build holds and that others wrote. */
export const noticesFile = 'dist/THIRD-PARTY-NOTICES.txt'

/** The part of esbuild's metafile that names the modules of a build. */
interface Metafile {
  inputs: Record<string, unknown>
}

interface Manifest {
  name: string
  version: string
  license?: string
}

const modulePath = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//

/** The folder of the package that a module belongs to, or nothing where the module is our own. */
const packageFolder = (path: string): string | undefined => modulePath.exec(path)?.[1]

/**
 * The folders of all packages whose code a build holds. The validators under generated/ were bundled before, when they
 * were generated: there the comments that esbuild wrote above each module name the packages.
 */
function inlinedPackages(folder: PackageFolder, metafile: Metafile): string[] {
  return Object.keys(metafile.inputs).flatMap((input) => {
    const path = resolve(root, folder, input)
    const own = packageFolder(path)
    if (own !== undefined) return [own]
    // A module that a plugin of the build makes is no file.
    if (!existsSync(path)) return []
    const bundled = readFileSync(path, 'utf8').matchAll(/^\/\/ (node_modules\/\S+)$/gm)
    return [...bundled].flatMap(([, comment]) => packageFolder(join(root, comment!)) ?? [])
  })
}

/** The notice of one package: its name, version and licence, and the text of each licence file that it ships. */
function noticeOf(folder: string): { license: string; text: string } {
  const {
    name,
    version,
    license = 'licence below',
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const files = readdirSync(folder).filter((file) =>
    /^(licen[cs]e|copying|notice|copyrightnotice)/i.test(file),
  )
  if (files.length === 0)
    throw new Error(`${name} is part of a build, and its package holds no licence text.`)
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { license, text: [`${name} ${version} (${license})`, ...texts].join('\n\n') }
}

/** The text of the notices of a package, or nothing where its build holds no code of others. */
export function notices(folder: PackageFolder): string | undefined {
  const dist = join(root, folder, 'dist')
  const metafiles = readdirSync(dist).filter((name) => /^metafile-\w+\.json$/.test(name))
  if (metafiles.length === 0) throw new Error(`${folder}/dist holds no metafile of its build.`)
  const inlined = metafiles.flatMap((name) =>
    inlinedPackages(folder, JSON.parse(readFileSync(join(dist, name), 'utf8')) as Metafile),
  )
  // Long licences stand beside each other, because a packer sees that two texts are equal only where they are near.
  const sections = [...new Set(inlined)]
    .sort()
    .map(noticeOf)
    .sort((a, b) => a.license.localeCompare(b.license, 'en'))
    .map(({ text }) => text)
  if (sections.length === 0) return undefined
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  const opening = 'The files of this folder hold code of the packages below, under their licences.'
  return `${[opening, ...sections].join(rule)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of packages) {
    const text = notices(folder)
    const file = join(root, folder, noticesFile)
    if (text !== undefined) writeFileSync(file, text)
    else if (existsSync(file)) rmSync(file)
  }
}
