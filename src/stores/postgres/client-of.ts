import type { PoolConnection, PostgresPool } from '../../postgres/connection'

/**
 * The connection that a pool gives, so that handlers see the type of their driver. The pool of `pg` has a second form of `connect`, which
 * takes a callback.
 */
export type ClientOf<Pool extends PostgresPool> = Pool extends {
  connect: { (): Promise<infer Client>; (callback: never): unknown }
}
  ? Known<Client>
  : Pool extends { connect(): Promise<infer Client> }
    ? Known<Client>
    : PoolConnection

type Known<Client> = unknown extends Client ? PoolConnection : Client
