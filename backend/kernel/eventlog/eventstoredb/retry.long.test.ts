import { UnavailableError } from '@eventstore/db-client'
import { expect, it, vi } from 'vitest'
import { withRetries } from './retry.ts'

// The pause between two attempts.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

const election = () => new UnavailableError(undefined, 'Server Is Not Ready')

it('makes ten attempts when no call is answered', async () => {
  const call = vi.fn(() => Promise.reject(election()))
  const listening = { heardAt: 0, isOver: false }
  await expect(withRetries(call, { listening, onLoss: () => {} })).rejects.toThrow('Server Is Not Ready')
  expect(call).toHaveBeenCalledTimes(10)
})

it('continues while other calls are answered, until the caller has timed out', async () => {
  const listening = { heardAt: 0, isOver: false }
  const call = vi.fn(() => {
    listening.heardAt++
    listening.isOver = listening.heardAt === 40
    return Promise.reject(election())
  })
  await expect(withRetries(call, { listening, onLoss: () => {} })).rejects.toThrow('Server Is Not Ready')
  expect(call).toHaveBeenCalledTimes(40)
})
