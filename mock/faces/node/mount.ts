import type { IncomingMessage } from 'node:http'

/** A request in a program that cuts the path of a mount off `url`, as Express, Connect and Vite do. */
export type MountedRequest = IncomingMessage & { originalUrl?: string }

/**
 * The whole target as it was sent. Where the mount has cut off a part that is the mock's own, `url` is set back to all
 * of it.
 */
export function targetOf(incoming: MountedRequest): string {
  const { url = '/', originalUrl = url } = incoming
  if (!isOfMock(url) && isOfMock(originalUrl)) incoming.url = originalUrl
  return originalUrl
}

/** Whether a target is a path of the mock. */
export function isOfMock(target = '/'): boolean {
  return /^(https?:\/\/[^/]*)?\/(v1|__mock)(?![^/?])/.test(target)
}

/** Whether a target is a path of the control routes. */
export function isOfControl(target = '/'): boolean {
  return /^(https?:\/\/[^/]*)?\/__mock(?![^/?])/.test(target)
}
