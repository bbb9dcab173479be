/**
 * The arrival of a delivery in an {@link Inbox}.
 *
 * @example
 * inbox.addEventListener('delivery', (event) => {
 *   event.respondWith(new Response(null, { status: event.request.headers.has('webhook-id') ? 204 : 400 }))
 * })
 */
export class DeliveryEvent extends Event {
  readonly #make: () => Request
  #answer: Response | undefined

  constructor(make: () => Request) {
    super('delivery')
    this.#make = make
  }

  /** The delivery with its signature. Each read returns a new `Request`, so that every listener can read the body. */
  get request(): Request {
    return this.#make()
  }

  /** Answers the delivery. 204 unless called; after a status other than 2xx the backend tries again. Only the first call counts. */
  respondWith(answer: Response): void {
    this.#answer ??= answer
  }

  /** The answer of the first call of `respondWith`, if there was one. */
  get answer(): Response | undefined {
    return this.#answer
  }
}

/** An inbox receives the deliveries of a backend in the same page or process, without listening on a port. */
export interface Inbox extends EventTarget {
  /** For the backend's option `fetch`. */
  readonly fetch: typeof fetch
  addEventListener(
    type: 'delivery',
    listener: (event: DeliveryEvent) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(...listening: Parameters<EventTarget['addEventListener']>): void
  removeEventListener(
    type: 'delivery',
    listener: (event: DeliveryEvent) => void,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(...listening: Parameters<EventTarget['removeEventListener']>): void
}

class DeliveryTarget extends EventTarget {
  readonly fetch: typeof fetch = async (input, init) => {
    const { url, method, headers, body } = await captured(input, init)
    const event = new DeliveryEvent(() => new Request(url, { method, headers, body }))
    this.dispatchEvent(event)
    return event.answer ?? new Response(null, { status: 204 })
  }
}

/**
 * Makes an inbox. It turns each delivery into an event, because over the network a browser's delivery would fail at its
 * preflight.
 *
 * @example
 * const inbox = createInbox()
 * inbox.addEventListener('delivery', ({ request }) => console.log(request.url))
 * const backend = createBackend({ fetch: inbox.fetch })
 */
export function createInbox(): Inbox {
  return new DeliveryTarget() as Inbox
}

async function captured(input: RequestInfo | URL, init?: RequestInit) {
  const request = new Request(input, init)
  const { url, method, headers } = request
  return { url, method, headers, body: await request.text() }
}
