import { once } from 'node:events'
import { Readable } from 'node:stream'
import fastify, { type FastifyRequest } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { whileAllowed } from './file-right.ts'
import type { Person } from './route.ts'

const policy = { right: ['export', 'notes'] } as const
const reader = (...rights: string[]): Person => ({
  id: 1,
  isAdmin: false,
  rights: new Set(rights),
  isEmailVerified: true,
  sessionId: 'a',
  isProven: true,
  secondFactorDue: null,
})

/** A file that is never at its end, for a reader whose rights `now` says. */
function openFile(now: () => Promise<Person | null>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = fastify()
  app.decorate('personOf', now)
  const request = { server: app, params: {}, log: app.log } as Partial<FastifyRequest> as FastifyRequest
  const file = whileAllowed(new Readable({ read() {} }), policy, request)
  onTestFinished(() => void file.destroy())
  return file
}

it.each([
  ['one of the rights', reader('notes')],
  ['the session', null],
])('a file ends within two seconds once its reader loses %s', async (_what, left) => {
  let person: Person | null = reader('export', 'notes')
  const file = openFile(async () => person)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(file.destroyed).toBe(false)
  person = left
  const failed = once(file, 'error')
  await vi.advanceTimersByTimeAsync(2000)
  expect((await failed)[0]).toMatchObject({ message: 'The right to this file was taken away while it was sent.' })
})

it('a file goes on while the rights cannot be read, and ends when they can be', async () => {
  let isAway = true
  const file = openFile(async () => {
    if (isAway) throw new Error('The database is away.')
    return null
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(file.destroyed).toBe(false)
  isAway = false
  const failed = once(file, 'error')
  await vi.advanceTimersByTimeAsync(2000)
  await failed
})

it('a closed file asks no more', async () => {
  const now = vi.fn(async () => reader('export', 'notes'))
  const file = openFile(now)
  await vi.advanceTimersByTimeAsync(2000)
  file.destroy()
  await once(file, 'close')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(now).toHaveBeenCalledTimes(1)
})
