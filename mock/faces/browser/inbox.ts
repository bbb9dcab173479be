/**
 * The answer to a delivery: a `Response`, a promise of one, or a function that returns either. A promise that is rejected,
 * or a function that throws, fails the attempt like a connection that broke, and its error is the reason in the journal.
 *
 * @example
 * const answer: DeliveryAnswer = async () => new Response(null, { status: 503 })
 */
export type DeliveryAnswer = Response | Promise<Response> | (() => Response | Promise<Response>)

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
  #answer: Response | Promise<Response> | undefined

  constructor(make: () => Request) {
    super('delivery')
    this.#make = make
  }

  /** The delivery with its signature. Each read returns a new `Request`, so that every listener can read the body. */
  get request(): Request {
    return this.#make()
  }

  /**
   * Answers the delivery. 204 unless called; after a status other than 2xx the backend tries again. Only the first call counts,
   * and it has to happen before the listener returns. A function is called at once. The delivery waits for a promise as long as for any receiver.
   *
   * @example
   * inbox.addEventListener('delivery', (event) =>
   *   event.respondWith(async () => {
   *     const { type } = (await event.request.json()) as { type: string }
   *     return new Response(null, { status: type === 'order.paid' ? 204 : 503 })
   *   }),
   * )
   */
  respondWith(answer: DeliveryAnswer): void {
    if (this.#answer !== undefined) return
    this.#answer = typeof answer === 'function' ? call(answer) : answer
  }

  /** The answer of the first call of `respondWith`, or a promise of it. `undefined` where there was no call. */
  get answer(): Response | Promise<Response> | undefined {
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
    // The types of Node have no name for these options.
    options?: Parameters<EventTarget['addEventListener']>[2],
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
    const answer: unknown = await (event.answer ?? new Response(null, { status: 204 }))
    if (!isResponse(answer)) {
      throw new TypeError(
        'respondWith() wants a Response, a promise of one, or a function that returns either.',
      )
    }
    return answer
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

/** Calls a function. What it throws becomes a rejection, as if it were asynchronous. */
async function call(answer: () => Response | Promise<Response>): Promise<Response> {
  return answer()
}

/** Whether a value can be read as a `Response`. One of another realm, such as that of a DOM for tests, can. */
function isResponse(answer: unknown): answer is Response {
  const { status, headers } = (answer ?? {}) as Partial<Response>
  return typeof status === 'number' && typeof headers?.get === 'function'
}
