import type pg from 'pg'
import { transaction } from '../kernel/database/transaction.ts'

/** Runs `read` in one snapshot: everything it selects is from the same moment. Survives a connection that dies. */
export const inSnapshot = <Result>(pool: pg.Pool, read: (client: pg.ClientBase) => Promise<Result>): Promise<Result> =>
  transaction(pool, read, (client) => client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'))
