/** How the deployment's certificate is judged. */
export interface Trust {
  /** PEM text. */
  ca?: string
  insecure?: boolean
}

/** Requests, and the end of their connections. */
export interface Network {
  fetch: (request: Request) => Promise<Response>
  close: () => Promise<void>
}

/** Makes a `fetch` that trusts more than the usual certificates; the global one where nothing more is asked for. */
export async function trusting({ ca, insecure }: Trust): Promise<Network> {
  if (ca === undefined && !insecure)
    return { fetch: (request) => fetch(request), close: async () => undefined }
  // It takes longer to load than the rest of a start, and most runs do without.
  const { Agent } = await import('undici')
  const dispatcher = new Agent({ connect: { ca, rejectUnauthorized: !insecure } })
  // `fetch` takes a dispatcher in Node, which the types of the web do not know.
  return {
    fetch: (request) => fetch(request, { dispatcher } as RequestInit),
    close: () => dispatcher.close(),
  }
}
