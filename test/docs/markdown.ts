import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { readText, root } from '../support/root'

/** A fenced block of a guide. */
export interface Block {
  /** The file and line of the fence: `README.md:42`. */
  place: string
  /** The first word behind the fence: `ts`, `sh`, `console`. */
  language: string
  /** The further words behind the fence: `no-run`, `server`. */
  flags: string[]
  code: string
}

/** The paths of all guides: the READMEs, and the pages of docs/ and the hidden folders. */
export function guides(): string[] {
  const folders = [
    '',
    '/decisions',
    ...readdirSync(join(root, 'docs/examples')).map((name) => `/examples/${name}`),
    '/exactly-once',
    '/frontend',
    '/receiving',
  ].map((name) => `docs${name}`)
  const pages = [...folders, '.github', '.changeset'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
  const readmes = ['README.md', 'AGENTS.md'].flatMap((name) =>
    ['src', 'mock', 'test/contract'].map((folder) => join(folder, name)),
  )
  return ['README.md', ...readmes, 'CHANGELOG.md', ...pages]
}

/** Every fenced block of the guides. */
export function blocks(): Block[] {
  return [...guides().flatMap((file) => blocksOf(join(root, file))), ...codeSamples()]
}

/** The samples that the document has for the SDK. */
function codeSamples(): Block[] {
  type Operation = { operationId: string; 'x-codeSamples'?: { source: string }[] }
  const path = 'openapi/openapi.yaml'
  const { paths } = parse(readText(path)) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, 'x-codeSamples': samples = [] }) =>
      samples.map(({ source }) => ({
        place: `${path}:${operationId}`,
        language: 'ts',
        flags: [],
        code: source,
      })),
    )
}

function blocksOf(path: string): Block[] {
  const text = readFileSync(path, 'utf8')
  const fence = /^```(\S+)([^\n]*)\n([\s\S]*?)^```$/gm
  return [...text.matchAll(fence)].map((match) => ({
    place: `${relative(root, path)}:${text.slice(0, match.index).split('\n').length}`,
    language: match[1]!,
    flags: match[2]!.split(/\s+/).filter(Boolean),
    code: match[3]!,
  }))
}

/**
 * Splits a `console` block into its commands and what each prints: a command begins with `$ ` and goes on after a backslash, and `…` in the
 * output stands for anything.
 */
export function sessions(code: string) {
  const found: { command: string; output: string }[] = []
  let continued = false
  for (const line of code.split('\n')) {
    const last = found.at(-1)
    if (line.startsWith('$ ')) found.push({ command: line.slice(2), output: '' })
    else if (continued && last) last.command += `\n${line}`
    else if (last) last.output += `${line}\n`
    continued = line.endsWith('\\')
  }
  return found.map(({ command, output }) => ({ command, output: pattern(output.trim()) }))
}

function pattern(output: string): RegExp {
  const escaped = output.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${escaped.join('[\\s\\S]*?')}$`)
}
