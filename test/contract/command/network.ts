import { Agent } from 'undici'

/** How the deployment's certificate is judged. */
export interface Trust {
  /** PEM text. */
  ca?: string
  insecure?: boolean
}

/** Makes a `fetch` that trusts more than the usual certificates; the global one where nothing more is asked for. */
export function trusting({ ca, insecure }: Trust): {
  fetch: (request: Request) => Promise<Response>
  close: () => Promise<void>
} {
  if (ca === undefined && !insecure)
    return { fetch: (request) => fetch(request), close: async () => undefined }
  const dispatcher = new Agent({ connect: { ca, rejectUnauthorized: !insecure } })
  // `fetch` takes a dispatcher in Node, which the types of the web do not know.
  return {
    fetch: (request) => fetch(request, { dispatcher } as RequestInit),
    close: () => dispatcher.close(),
  }
}
