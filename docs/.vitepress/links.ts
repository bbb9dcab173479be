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

/**
 * Leads each link of a page, which is written for readers of the repository, to the page of the site that is made of the file. Throws
 * where the site has no such page.
 */
export function siteLinks(root: string, addressOf: (file: string) => string | undefined) {
  return (markdown: MarkdownIt): void =>
    markdown.core.ruler.push('links of the site', ({ tokens, env }) => {
      const page = posix.relative(root, env.realPath ?? env.path ?? root)
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href === null || /^(\w+:|#|\/)/.test(href)) continue
        const [file = '', heading] = href.split('#')
        const target = posix.join(posix.dirname(page), file)
        const address = addressOf(target)
        if (address === undefined)
          throw new Error(`${page} links to ${target}, which is no page of the site.`)
        token.attrSet('href', heading === undefined ? address : `${address}#${heading}`)
      }
    })
}
