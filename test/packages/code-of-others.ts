// What the builds do to the code of others that a package carries. Our own code stays as it is written.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type Metafile, transform } from 'esbuild'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

const isOfOthers = (path: string): boolean => /node_modules\/|^required-builtin:/.test(path)

// The licences stand in THIRD-PARTY-NOTICES.txt.
const minify = async (path: string): Promise<string> =>
  (await transform(await readFile(path, 'utf8'), { minify: true, legalComments: 'none' })).code

/** Minifies what packages of others bring, whose stack nobody reads. */
export const minifiedPackages: Plugin = {
  name: 'minified packages',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.m?js$/ }, async ({ path }) => ({
      // tsup leaves modules by their long names alone, before a plugin of ours would see them.
      contents: (await minify(path)).replaceAll('require("node:', 'require("'),
    }))
  },
}

/** Minifies the files of `dist` that hold code of others alone: a bundler writes the white space of minified modules anew. */
export async function minifyOthersFiles(): Promise<void> {
  const { outputs } = JSON.parse(await readFile('dist/metafile-esm.json', 'utf8')) as Metafile
  for (const [path, { inputs }] of Object.entries(outputs)) {
    // A module of ours that exports some of what others have leaves no byte in the file.
    const left = Object.keys(inputs).filter((input) => inputs[input]!.bytesInOutput > 0)
    if (!path.endsWith('.js') || left.length === 0 || !left.every(isOfOthers)) continue
    await writeFile(path, await minify(path))
    await rm(`${path}.map`, { force: true })
  }
}

/** Takes out of the maps of `dist` what nobody steps through: the sources of others. */
export async function shortenMaps(): Promise<void> {
  for (const name of (await readdir('dist')).filter((one) => one.endsWith('.map'))) {
    const map = JSON.parse(await readFile(`dist/${name}`, 'utf8')) as {
      sources: string[]
      sourcesContent: string[]
    }
    const sourcesContent = map.sources.map((path, index) =>
      isOfOthers(path) ? null : map.sourcesContent[index],
    )
    await writeFile(`dist/${name}`, JSON.stringify({ ...map, sourcesContent }))
  }
}
