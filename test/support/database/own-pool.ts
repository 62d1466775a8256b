import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterEach, expect } from 'vitest'
import { borrowedConnections } from '../../../backend/kernel/database/transaction.ts'

/** A connection that the running code has borrowed, and those that it borrowed before. */
type Borrowed = { of: { pool: pg.Pool }; stack: string; before: Borrowed | undefined }

const borrowed = new AsyncLocalStorage<Borrowed>()
const returned = new WeakSet<object>()
const found = new Set<string>()

borrowedConnections.start.bindStore(borrowed, (of) => ({
  of,
  stack: String(new Error('The first connection').stack),
  before: borrowed.getStore(),
}))
borrowedConnections.asyncStart.subscribe((of) => {
  if (typeof of === 'object' && of !== null) returned.add(of)
})

function heldOf(pool: pg.Pool): Borrowed | null {
  for (let held = borrowed.getStore(); held; held = held.before)
    if (held.of.pool === pool && !returned.has(held.of)) return held
  return null
}

/** Fails the test in which any code asks a pool for a second connection while it holds one of the same pool. */
const connect = pg.Pool.prototype.connect
Object.defineProperty(pg.Pool.prototype, 'connect', {
  configurable: true,
  value: function (this: pg.Pool, ...callback: Parameters<typeof connect>) {
    const held = heldOf(this)
    if (held) found.add(`${held.stack}\n${new Error('A second connection').stack}`)
    return connect.apply(this, callback)
  },
})

afterEach(() => {
  const stacks = [...found]
  found.clear()
  expect(stacks, 'Code that holds a connection asked its own pool for a second one.').toEqual([])
})
