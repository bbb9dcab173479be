import { existsSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { siteLinks } from './links'
import { type Chapter, chapters as written, files, type Page } from './pages'

/** The part of markdown-it that the search uses. */
interface Renderer {
  render(text: string, env: object): string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

// TypeDoc makes these pages of the packages' entries. A build without them is quicker.
const made: Chapter = {
  title: 'Every export',
  pages: [['The packages', 'docs/reference/index.md', 'reference/']],
}
const chapters = existsSync(join(root, 'docs/reference')) ? [...written, made] : written

const pages = chapters.flatMap((chapter) => chapter.pages)
const sourceOf = ([, file, path]: Page) => [file, `${path}${path.endsWith('/') ? 'index' : ''}.md`] as const

/** The addresses of pages and files in the site, by the files of the repository. */
const addresses = new Map([
  ...pages.map(([, file, path]) => [file, `/${path}`] as const),
  ...Object.entries(files).map(([path, file]) => [file, `/${path}`] as const),
  ['.github/SECURITY.md', '/project/security'] as const,
])
const addressOf = (file: string) =>
  addresses.get(file.replace(/\/$/, '')) ??
  /^docs\/(decisions\/.*)\.md$/.exec(file)?.[1]?.replace(/^/, '/project/') ??
  /^docs(\/reference\/.*)\.md$/.exec(file)?.[1]?.replace(/\/index$/, '/')

/** The pages for agents that write code: what each is about, and where it is. The form is that of llmstxt.org. */
function pageList(): string {
  const list = ({ title, pages: listed }: Chapter) =>
    `## ${title}\n\n${listed.map(([text, , path]) => `- [${text}](/${path}${path.endsWith('/') ? '' : '.html'})\n`).join('')}`
  const head =
    '# Event Delivery\n\n> An SDK, a mock and a conformance suite for the Event Delivery Service interface.\n'
  return [
    head,
    ...chapters.map(list),
    '## Contract\n\n- [The OpenAPI document](/openapi.yaml)\n- [Its rules](/rules.yaml)\n',
  ].join('\n')
}

export default {
  title: 'Event Delivery',
  description: 'An SDK, a mock and a conformance suite for the Event Delivery Service interface.',
  lang: 'en',
  // Browsers ask for an icon otherwise, and get none.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '..',
  srcExclude: [
    'test/!(contract)/**',
    'test/contract/!(README|AGENTS).md',
    'test/contract/*/**',
    '.changeset/**',
    'reports/**',
  ],
  outDir: '../reports/site',
  cacheDir: '../node_modules/.cache/vitepress',
  // A page loads what it shows: its links may lead to half of the site.
  router: { prefetchLinks: false },
  // The guides name servers on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  rewrites: {
    'docs/index.md': 'index.md',
    ...Object.fromEntries(pages.map(sourceOf)),
    'docs/decisions/:page.md': 'project/decisions/:page.md',
    'docs/reference/:page(.*)': 'reference/:page',
  },
  markdown: {
    languageAlias: { 'shell-session': 'shellsession' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: siteLinks(root, addressOf),
  },
  vite: {
    server: { host: '127.0.0.1' },
    // The playground is one part, which a click loads.
    build: { chunkSizeWarningLimit: 600 },
    plugins: [
      {
        name: 'the fonts of the machine, which no page waits for',
        enforce: 'pre',
        load: (id: string) => (id.endsWith('/styles/fonts.css') ? '' : undefined),
      },
    ],
  },
  themeConfig: {
    outline: 'deep',
    // The names of each option of each export would make up most of what a search has to load.
    search: {
      provider: 'local',
      options: {
        _render: (text: string, env: { relativePath: string }, markdown: Renderer) =>
          /(^|\/)reference\//.test(env.relativePath) ? '' : markdown.render(text, env),
      },
    },
    nav: chapters.flatMap(({ bar, pages: [first] }) =>
      bar === undefined || !first ? [] : [{ text: bar, link: `/${first[2]}` }],
    ),
    sidebar: chapters.map(({ title, pages: listed }) => ({
      text: title,
      items: listed.map(([text, , path]) => ({ text, link: `/${path}` })),
    })),
  },
  async buildEnd({ outDir }: { outDir: string }) {
    for (const [path, file] of Object.entries(files)) await copyFile(join(root, file), join(outDir, path))
    await writeFile(join(outDir, 'llms.txt'), pageList())
  },
}
