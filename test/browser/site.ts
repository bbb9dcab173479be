import { build } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveListener, type NodeServer } from '../support/node-server'

const html = `<!doctype html><meta charset="utf-8"><title>Orders</title>
<style>body{font:16px system-ui;margin:2em;max-width:60em}li{padding:.4em}li::before{content:attr(data-name)" ";font-weight:bold}</style>
<h1>Orders</h1><ol></ol><script type="module" src="/page.js"></script>`

/** Serves the page of a front end, bundled, with the service worker that msw brings. */
export async function startSite(): Promise<NodeServer> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const msw = dirname(createRequire(import.meta.url).resolve('msw/package.json'))
  const script = 'text/javascript'
  const files: Record<string, [type: string, content: string]> = {
    '/': ['text/html', html],
    '/page.js': [script, outputFiles[0]?.text ?? ''],
    '/mockServiceWorker.js': [script, await readFile(join(msw, 'lib/mockServiceWorker.js'), 'utf8')],
  }
  return serveListener((incoming, outgoing) => {
    const file = files[new URL(incoming.url ?? '/', 'http://site').pathname]
    if (file) outgoing.writeHead(200, { 'content-type': file[0] }).end(file[1])
    else outgoing.writeHead(404).end()
  })
}
