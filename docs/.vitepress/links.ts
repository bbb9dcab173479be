import { posix } from 'node:path'

/** The parts of markdown-it, the parser that VitePress brings, which `siteLinks` uses. */
interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: State) => void): void } }
}

interface State {
  tokens: { children: Token[] | null }[]
  env: { realPath?: string; path?: string }
}

interface Token {
  type: string
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

/** The address in the site of a file of the repository, where the site has one. */
export type AddressOf = (file: string) => string | undefined

/** The address in the site to which a link in a Markdown file leads. A link that names no file of the repository stays as it is. */
function siteLink(file: string, href: string, addressOf: AddressOf): string | undefined {
  if (/^(\w+:|#|\/)/.test(href)) return href
  const [path = '', heading] = href.split('#')
  const address = addressOf(posix.join(posix.dirname(file), path))
  return address === undefined || heading === undefined ? address : `${address}#${heading}`
}

/**
 * Leads each link of a page, which is written for readers of the repository, to the page of the site that is made of the file. Throws
 * where the site has no such page.
 */
export function siteLinks(root: string, addressOf: AddressOf) {
  return (markdown: MarkdownIt): void =>
    markdown.core.ruler.push('links of the site', ({ tokens, env }) => {
      const page = posix.relative(root, env.realPath ?? env.path ?? root)
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href === null) continue
        const address = siteLink(page, href, addressOf)
        if (address === undefined) throw new Error(`${page} links to ${href}, which is no page of the site.`)
        token.attrSet('href', address)
      }
    })
}

/** The text of a page for programs, which read Markdown, with links that lead through the site. Of pictures it has the words. */
export const siteText = (file: string, text: string, addressOf: AddressOf): string =>
  text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<=\]\()[^)\s]+(?=\))/g, (href) => siteLink(file, href, addressOf) ?? href)
    .replace(/(?<=\]\()(\/[^.#)]*[^/.#)])(?=[#)])/g, '$1.html')
