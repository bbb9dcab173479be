import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '@event-delivery/mock'
import { stringify } from 'yaml'
import { type AddressOf, siteLinks, siteText } from './links'
import { type Chapter, chapters as written, files, type Page } from './pages'

/** The part of markdown-it that the search uses. */
interface Renderer {
  render(text: string, env: object): string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

// TypeDoc makes these pages of the packages' entries. A build without them is quicker.
const entryList = join(root, 'docs/reference/index.md')
const made: Chapter = {
  title: 'Every export',
  pages: [['The packages', 'docs/reference/index.md', 'reference/']],
}
const chapters = existsSync(entryList) ? [...written, made] : written

const pages = chapters.flatMap((chapter) => chapter.pages)
const sourceOf = ([, file, path]: Page) => [file, `${path}${path.endsWith('/') ? 'index' : ''}.md`] as const

/** The addresses of pages and files in the site, by the files of the repository. */
const addresses = new Map([
  ...pages.map(([, file, path]) => [file, `/${path}`] as const),
  ...Object.entries(files).map(([path, file]) => [file, `/${path}`] as const),
  ['.github/SECURITY.md', '/project/security'] as const,
])
const addressOf: AddressOf = (file) =>
  addresses.get(file.replace(/\/$/, '')) ??
  /^docs\/(decisions\/.*)\.md$/.exec(file)?.[1]?.replace(/^/, '/project/') ??
  /^docs(\/reference\/.*)\.md$/.exec(file)?.[1]?.replace(/\/index$/, '/')

/** The pages for agents that write code: what each is about, and where it is. The form is that of llmstxt.org. */
function pageList(): string {
  const list = ({ title, pages: listed }: Chapter) =>
    `## ${title}\n\n${listed.map((page) => `- [${page[0]}](/${sourceOf(page)[1]})\n`).join('')}`
  const head =
    '# Event Delivery\n\n> An SDK, a mock and a conformance suite for the Event Delivery Service interface.\n'
  return [
    head,
    ...chapters.map(list),
    '## Contract\n\n- [The interface](/__mock/openapi.yaml), as a mock speaks it\n- [The OpenAPI document](/openapi.yaml) of all deployments\n- [Its rules](/rules.yaml)\n',
  ].join('\n')
}

const listOf = ({ title, pages: listed, others = [] }: Chapter) => ({
  text: title,
  // The chapter of the page is open, and the others are a click away.
  collapsed: true,
  items: [
    // The router of the site would look for such a page among its own, and from the page nothing leads back.
    ...others.map(([text, path]) => ({ text, link: `/${path}`, target: '_blank' })),
    ...listed.map(([text, , path]) => ({ text, link: `/${path}` })),
  ],
})

/** Beside the pages of exports stand the entries of the packages: the guides would make up half of each of these small pages. */
function entrySidebar() {
  if (!existsSync(entryList)) return {}
  const names = readFileSync(entryList, 'utf8').matchAll(/(?<=^- \[)[^\]]+/gm)
  const entries = [...names].map(([name]): Page => [
    name.replace('@event-delivery/', ''),
    '',
    `reference/${name}/`,
  ])
  return {
    '/reference/': [
      { ...listOf({ ...made, pages: [...made.pages, ...entries] }), collapsed: false },
      ...written.slice(0, 1).map(listOf),
    ],
  }
}

/** The page that a mock serves at `/__mock/docs`, with the document of the interface's defaults, which it reads. */
async function writeInterface(folder: string): Promise<void> {
  const page = await readFile(join(root, 'mock/dist/reference.html'), 'utf8')
  await writeFile(join(folder, 'interface.html'), page.replaceAll('of this mock', 'of the interface'))
  const document = openApiDocument({}, 'https://api.events.example')
  await mkdir(join(folder, '__mock'), { recursive: true })
  await writeFile(join(folder, '__mock/openapi.json'), JSON.stringify(document))
  await writeFile(join(folder, '__mock/openapi.yaml'), stringify(document))
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
  // The addresses of all pages are a file of their own. Each page would repeat their 42 kB otherwise.
  metaChunk: true,
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
    // The playground is one part, which a click loads. Its packages are written for this target, so that their private fields stay as they are.
    build: { chunkSizeWarningLimit: 600, target: 'es2022' },
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
    sidebar: { '/': chapters.map(listOf), ...entrySidebar() },
  },
  async buildEnd({ outDir }: { outDir: string }) {
    for (const [path, file] of Object.entries(files)) await copyFile(join(root, file), join(outDir, path))
    for (const page of chapters.flatMap((chapter) => chapter.pages)) {
      const [file, path] = sourceOf(page)
      await writeFile(join(outDir, path), siteText(file, await readFile(join(root, file), 'utf8'), addressOf))
    }
    await writeInterface(outDir)
    await writeFile(join(outDir, 'llms.txt'), pageList())
  },
}
