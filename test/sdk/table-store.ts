import type { FakeClock } from '@event-delivery/sdk/testing'
import type { DedupeStore } from '@event-delivery/sdk/webhooks'

/** A row of a table of deliveries. */
export interface Row {
  key: string
  token: string
  until: number
  isDone: boolean
}

/** What the owner of a claim does with it. */
export type Action = 'renew' | 'commit' | 'release'

/** A dedupe store as somebody would write it on a table. Mutants replace one of its small steps. */
export class TableStore implements DedupeStore {
  tokens = 0

  constructor(
    readonly clock: FakeClock,
    readonly rows: Row[] = [],
  ) {}

  key(scope: string, id: string): string {
    return JSON.stringify([scope, id])
  }
  newToken(_key: string): string {
    return `token-${++this.tokens}-${Math.random()}`
  }
  find(key: string): Row | undefined {
    return this.rows.find((row) => row.key === key)
  }
  hasEnded(row: Row): boolean {
    return row.until <= this.clock.monotonic()
  }
  owned(token: string, _action: Action): Row | undefined {
    return this.rows.find((row) => row.token === token && !row.isDone)
  }
  remove(row: Row): void {
    this.rows.splice(this.rows.indexOf(row), 1)
  }

  async claim(scope: string, id: string, lease: number): Promise<string> {
    const key = this.key(scope, id)
    const row = this.find(key)
    if (row && !this.hasEnded(row)) return row.isDone ? 'done' : 'busy'
    if (row) this.remove(row)
    const token = this.newToken(key)
    this.rows.push({ key, token, until: this.clock.monotonic() + lease, isDone: false })
    return token
  }
  async renew(token: string, lease: number): Promise<boolean> {
    const row = this.owned(token, 'renew')
    if (row) row.until = this.clock.monotonic() + lease
    return row !== undefined
  }
  async commit(token: string, retention: number): Promise<boolean> {
    const row = this.owned(token, 'commit')
    if (row) Object.assign(row, { isDone: true, until: this.clock.monotonic() + retention })
    return row !== undefined
  }
  async release(token: string): Promise<boolean> {
    const row = this.owned(token, 'release')
    if (row) this.remove(row)
    return row !== undefined
  }
}
