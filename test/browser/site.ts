import { build } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { styleAsText } from '../../mock/inspector/build'
import { serveListener, type NodeServer } from '../support/node-server'

/** Serves a front end beside this file: its markup, its script in one file, and the service worker that msw brings. */
export async function startSite(script: string, markup: string): Promise<NodeServer> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, script)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [styleAsText],
    write: false,
  })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
${markup}<script type="module" src="/page.js"></script>`
  const msw = dirname(createRequire(import.meta.url).resolve('msw/package.json'))
  const javascript = 'text/javascript'
  const files: Record<string, [type: string, content: string]> = {
    '/': ['text/html', html],
    '/page.js': [javascript, outputFiles[0]?.text ?? ''],
    '/mockServiceWorker.js': [javascript, await readFile(join(msw, 'lib/mockServiceWorker.js'), 'utf8')],
  }
  return serveListener((incoming, outgoing) => {
    const file = files[new URL(incoming.url ?? '/', 'http://site').pathname]
    if (file) outgoing.writeHead(200, { 'content-type': file[0] }).end(file[1])
    else outgoing.writeHead(404).end()
  })
}
