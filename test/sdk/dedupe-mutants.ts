import { type Row, TableStore } from './table-store'

const keyOf = (token: string) => token.slice(0, token.lastIndexOf('#'))

/** A store whose tokens carry their keys, so that an action can forget to compare the token. */
class KeyedStore extends TableStore {
  override newToken(key: string): string {
    return `${key}#${super.newToken(key)}`
  }
  byKey(token: string): Row | undefined {
    return this.rows.find((row) => row.key === keyOf(token) && !row.isDone)
  }
}

/** Dedupe stores with one fault each, by the fault. */
export const dedupeMutants: Readonly<Record<string, typeof TableStore>> = {
  'the scope is left out': class extends TableStore {
    override key(_scope: string, id: string): string {
      return id
    }
  },
  'scope and id are joined by a colon': class extends TableStore {
    override key(scope: string, id: string): string {
      return `${scope}:${id}`
    }
  },
  'keys are compared without case': class extends TableStore {
    override key(scope: string, id: string): string {
      return super.key(scope, id).toLowerCase()
    }
  },
  'keys are trimmed': class extends TableStore {
    override key(scope: string, id: string): string {
      return super.key(scope.trim(), id.trim())
    }
  },
  'keys are cut at 255 characters': class extends TableStore {
    override key(scope: string, id: string): string {
      return super.key(scope, id).slice(0, 255)
    }
  },
  'an underscore matches any character': class extends TableStore {
    override find(key: string): Row | undefined {
      const pattern = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.')
      return this.rows.find((row) => new RegExp(`^${pattern}$`).test(row.key))
    }
  },
  'a token is not compared on commit': class extends KeyedStore {
    override owned(token: string, action: 'renew' | 'commit' | 'release'): Row | undefined {
      return action === 'commit' ? this.byKey(token) : super.owned(token, action)
    }
  },
  'a token is not compared on release': class extends KeyedStore {
    override owned(token: string, action: 'renew' | 'commit' | 'release'): Row | undefined {
      return action === 'release' ? this.byKey(token) : super.owned(token, action)
    }
  },
  'a token is not compared on renew': class extends KeyedStore {
    override owned(token: string, action: 'renew' | 'commit' | 'release'): Row | undefined {
      return action === 'renew' ? this.byKey(token) : super.owned(token, action)
    }
  },
  'each claim of a delivery has the same token': class extends TableStore {
    override newToken(key: string): string {
      return key
    }
  },
  'a lease never ends': class extends TableStore {
    override hasEnded(row: Row): boolean {
      return row.isDone && super.hasEnded(row)
    }
  },
  'a lease ends at once': class extends TableStore {
    override claim(scope: string, id: string): Promise<string> {
      return super.claim(scope, id, 0)
    }
  },
  'a lease is taken for seconds': class extends TableStore {
    override claim(scope: string, id: string, lease: number): Promise<string> {
      return super.claim(scope, id, lease * 1000)
    }
  },
  'a renewal takes a lost claim back': class extends KeyedStore {
    override async renew(token: string, lease: number): Promise<boolean> {
      const row = this.find(keyOf(token))
      if (row) Object.assign(row, { token, until: this.clock.monotonic() + lease })
      return row !== undefined
    }
  },
  'a renewal changes nothing': class extends TableStore {
    override async renew(token: string): Promise<boolean> {
      return this.owned(token, 'renew') !== undefined
    }
  },
  'a renewal after a commit makes it a claim again': class extends TableStore {
    override async renew(token: string, lease: number): Promise<boolean> {
      const row = this.rows.find((each) => each.token === token)
      if (row) Object.assign(row, { isDone: false, until: this.clock.monotonic() + lease })
      return row !== undefined
    }
  },
  'a release forgets what was committed': class extends TableStore {
    override async release(token: string): Promise<boolean> {
      const row = this.rows.find((each) => each.token === token)
      if (row) this.remove(row)
      return row !== undefined
    }
  },
  'what is done is forgotten with its lease': class extends TableStore {
    override async commit(token: string): Promise<boolean> {
      const row = this.owned(token, 'commit')
      if (row) row.isDone = true
      return row !== undefined
    }
  },
  'what is done is never forgotten': class extends TableStore {
    override hasEnded(row: Row): boolean {
      return !row.isDone && super.hasEnded(row)
    }
  },
  'what is done is forgotten at once': class extends TableStore {
    override async commit(token: string): Promise<boolean> {
      return super.release(token)
    }
  },
  'a release leaves the claim': class extends TableStore {
    override async release(token: string): Promise<boolean> {
      return this.owned(token, 'release') !== undefined
    }
  },
  'two that claim at once both get it': class extends TableStore {
    override async claim(scope: string, id: string, lease: number): Promise<string> {
      const key = this.key(scope, id)
      const row = this.find(key)
      await Promise.resolve()
      if (row && !this.hasEnded(row)) return row.isDone ? 'done' : 'busy'
      if (row) this.remove(row)
      const token = this.newToken(key)
      this.rows.push({ key, token, until: this.clock.monotonic() + lease, isDone: false })
      return token
    }
  },
  'done is told as busy': class extends TableStore {
    override async claim(scope: string, id: string, lease: number): Promise<string> {
      const result = await super.claim(scope, id, lease)
      return result === 'done' ? 'busy' : result
    }
  },
  'an answer is no boolean': class extends TableStore {
    override async commit(token: string, retention: number): Promise<boolean> {
      return (await super.commit(token, retention)) ? (1 as unknown as boolean) : false
    }
  },
  'an unknown token throws': class extends TableStore {
    override owned(token: string, action: 'renew' | 'commit' | 'release'): Row | undefined {
      if (!token.startsWith('token-')) throw new Error('No such token.')
      return super.owned(token, action)
    }
  },
}
