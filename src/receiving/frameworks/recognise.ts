import { refuse } from '../../errors/refuse'
import { fastify } from './fastify'
import { fetchServers, requestContexts } from './fetch'
import type { Framework, Handover } from './framework'
import { h3 } from './h3'
import { hapi } from './hapi'
import { hono } from './hono'
import { koa } from './koa'
import { lambda } from './lambda'
import { node } from './node'

/** The frameworks by the names that their documents give them, the ones with the clearest marks first. */
const frameworks: Record<string, Framework> = {
  'Next.js, Workers, Bun and Deno': fetchServers,
  'SvelteKit, Astro, Remix and React Router': requestContexts,
  Hono: hono,
  Koa: koa,
  Fastify: fastify,
  'Nuxt, Nitro and h3': h3,
  hapi,
  'AWS Lambda': lambda,
  'Express and node:http': node,
}

/**
 * Finds the framework that called a receiver.
 *
 * @throws InvalidRequestError for arguments of no known framework, with the line of code for the one that they resemble.
 */
export function recognise(args: readonly unknown[]): Handover {
  const known = Object.entries(frameworks)
  for (const [, { accept }] of known) {
    const handover = accept(args)
    if (handover) return handover
  }
  const similar = known.filter(([, { resembles }]) => resembles?.(args))
  const lines = (similar.length > 0 ? similar : known).map(([name, { line }]) => `\n  ${name}: ${line}`)
  const given = args.map(describe).join(', ')
  return refuse(
    'receive',
    `was called with (${given}), which no framework gives its handlers. Hand the receiver over as it is:${lines.join('')}` +
      '\nTo verify a body and its headers by themselves, call unwrap({ body, headers }, { secret }).',
  )
}

/** The kind of a value and the names of its first fields, never what is in them. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const kind = (value.constructor as { name?: string } | undefined)?.name || 'object'
  return kind === 'Object' ? `{ ${Object.keys(value).slice(0, 5).join(', ')} }` : kind
}
