import type { DeliveryAttempt } from '../deliveries/attempt'
import type { UnansweredAttempt } from '../deliveries/attempts'
import { stillUnderWay, usualWait } from '../deliveries/idle'
import type { Fault } from '../faults/fault'
import { sessionHeader } from '../state/sessions'
import type { Snapshot } from '../state/snapshot'
import type { DeliverySource } from './delivery-verdict'

/**
 * A mock that is reached over HTTP, as a page reaches it. Each method rejects with an `Error` that holds the answer when
 * the mock refuses.
 *
 * @example
 * await mock.addFault({ kind: 'status', status: 503, times: 1 })
 * await mock.advance(60_000)
 */
export interface RemoteMock extends DeliverySource {
  /** The base URL for clients, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string
  /** The session whose data this is. `null` where all of the mock belongs to the test. */
  readonly session: string | null
  /** The attempts to deliver, oldest first. */
  deliveries(): Promise<DeliveryAttempt[]>
  snapshot(): Promise<Snapshot>
  /**
   * Waits until no delivery is under way and none is due. Rejects with a `DeliveryExpectationError` when that takes longer
   * than `timeout` milliseconds of real time, 3,000 unless given.
   */
  waitForIdle(options?: { timeout?: number }): Promise<void>
  /** Moves the clock forward by milliseconds: that of the session, where there is one. */
  advance(milliseconds: number): Promise<void>
  /** Adds a fault, from now on. */
  addFault(fault: Fault): Promise<void>
  /** Sends a request to a path of the mock, such as `/v1/events`, in the test's own session. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Options of {@link createRemoteMock}. */
export interface RemoteMockOptions {
  baseUrl: string
  /** The session to use. The main state unless given. */
  session?: string
  /** The token that the control routes want. None unless given. */
  controlToken?: string
}

/** Reaches a mock that listens at a base URL. */
export function createRemoteMock({ baseUrl, session, controlToken }: RemoteMockOptions): RemoteMock {
  const own: Record<string, string> = {
    ...(session === undefined ? {} : { [sessionHeader]: session }),
    ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
  }
  const root = baseUrl.replace(/\/+$/, '')

  function send(path: string, { headers, ...init }: RequestInit, given: Record<string, string>) {
    const all = new Headers(headers)
    for (const [name, value] of Object.entries(given)) all.set(name, value)
    return fetch(`${root}${path}`, { ...init, headers: all })
  }

  let joining: Promise<void> | undefined
  /** Makes the session, because a test may ask for its deliveries before its page has sent anything. */
  function join(): Promise<void> | undefined {
    if (session === undefined) return undefined
    joining ??= ask<void>('/sessions', { name: session })
    joining.catch(() => (joining = undefined))
    return joining
  }

  async function control<T>(path: string, body?: object): Promise<T> {
    await join()
    return ask<T>(path, body)
  }

  async function ask<T>(path: string, body?: object): Promise<T> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const answer = await send(`/__mock${path}`, init ?? {}, own)
    const text = await answer.text()
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T
    throw new Error(`The mock at ${root} answered ${answer.status} to /__mock${path}: ${text}`)
  }

  const advance = (milliseconds: number) =>
    control<{ notAwaited: number; underWay: UnansweredAttempt[]; frozen: boolean }>('/clock/advance', {
      milliseconds,
    })

  return {
    baseUrl: root,
    session: session ?? null,
    deliveries: async () => (await control<{ data: DeliveryAttempt[] }>('/attempts')).data,
    snapshot: () => control<Snapshot>('/snapshot'),
    advance: async (milliseconds) => void (await advance(milliseconds)),
    async waitForIdle({ timeout = usualWait } = {}) {
      const end = Date.now() + timeout
      for (;;) {
        // `advance` waits for the deliveries under way, but gives up those whose receivers take too long.
        const { notAwaited, underWay, frozen } = await advance(0)
        if (notAwaited === 0) return
        if (Date.now() >= end) throw stillUnderWay(timeout, underWay, frozen)
      }
    },
    addFault: async (fault) => void (await control('/faults', fault)),
    async fetch(path, init = {}) {
      const { authorization: _, ...chosen } = own
      if (!path.startsWith('/__mock')) return send(path, init, chosen)
      await join()
      return send(path, init, own)
    },
  }
}
