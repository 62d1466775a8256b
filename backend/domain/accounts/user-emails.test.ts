import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { userEmails } from './user-emails.ts'

const ruth = { userId: 4, subject: '6f1e2c34-0000-4000-8000-000000000001' }

describe('reserving an address for an account', () => {
  it('records who holds it', () =>
    given(userEmails, [])
      .when({ type: 'ReserveEmail', data: ruth })
      .then([{ type: 'EmailReserved', data: ruth }]))

  it('does nothing when the same person already holds it', () =>
    given(userEmails, [{ type: 'EmailReserved', data: ruth }])
      .when({ type: 'ReserveEmail', data: { ...ruth, userId: 5 } })
      .thenNothing())

  it('gives an address to its new owner after the previous one was erased or changed address', () => {
    const newOwner = { userId: 5, subject: '6f1e2c34-0000-4000-8000-000000000002' }
    given(userEmails, [{ type: 'EmailReserved', data: ruth }])
      .when({ type: 'ReserveEmail', data: newOwner })
      .then([{ type: 'EmailReserved', data: newOwner }])
  })
})

describe('releasing an address whose subject stays', () => {
  const reserved = { type: 'EmailReserved', data: ruth } as const
  const release = { type: 'ReleaseEmail', data: { userId: 4 } } as const
  const released = { type: 'EmailReleased', data: { userId: 4 } } as const

  it('is recorded', () => given(userEmails, [reserved]).when(release).then([released]))
  it('does nothing twice', () => given(userEmails, [reserved, released]).when(release).thenNothing())
  it('does nothing once another account holds it', () =>
    given(userEmails, [reserved, released, { type: 'EmailReserved', data: { ...ruth, userId: 5 } }])
      .when(release)
      .thenNothing())
  it('lets the same subject be reserved for another account', () => {
    const next = { ...ruth, userId: 5 }
    given(userEmails, [reserved, released])
      .when({ type: 'ReserveEmail', data: next })
      .then([{ type: 'EmailReserved', data: next }])
  })
})
