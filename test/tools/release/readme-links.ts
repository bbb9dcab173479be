import { chapters, files } from '../../../docs/.vitepress/pages'

/** The paths in the site by the files of the repository that they are made of. */
const paths = new Map([
  ...chapters.flatMap(({ pages }) => pages).map(([, file, path]) => [file, path] as const),
  ...Object.entries(files).map(([path, file]) => [file, path] as const),
])

/**
 * The README of a package with a link to the site at each page of the repository that it names. A registry shows the README without the
 * repository around it. Throws where the site has no such page.
 */
export function withLinks(readme: string, site: string): string {
  return readme.replace(/`(docs\/[\w./-]+)`/g, (name, file: string) => {
    const path = paths.get(file)
    if (path === undefined) throw new Error(`The site has no page of ${file}.`)
    const end = /\/$|^$|\.\w+$/.test(path) ? '' : '.html'
    return `[${name}](${site.replace(/\/$/, '')}/${path}${end})`
  })
}
