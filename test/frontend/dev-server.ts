import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger, createServer, type InlineConfig } from 'vite'
import { onTestFinished } from 'vitest'
import { eventDelivery, type EventDeliveryPluginOptions } from '@event-delivery/mock/vite'
import { makeFolder } from '../support/folder'

/** The configuration of a front end in a folder of its own, with what its server prints. */
export async function frontEnd(options: EventDeliveryPluginOptions = {}) {
  const root = await makeFolder(onTestFinished)
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Orders</title>')
  const printed: string[] = []
  const customLogger = createLogger('info')
  customLogger.info = (line) => void printed.push(line)
  const config: InlineConfig = {
    root,
    customLogger,
    configFile: false,
    plugins: [eventDelivery(options)],
    server: { host: '127.0.0.1', port: 0 },
    preview: { host: '127.0.0.1', port: 0 },
  }
  return { config, printed }
}

/** Starts the dev server, and returns its origin. */
export async function startDev(config: InlineConfig) {
  const server = await createServer(config)
  onTestFinished(() => server.close())
  await server.listen()
  server.printUrls()
  return { server, origin: new URL(server.resolvedUrls!.local[0]!).origin }
}
