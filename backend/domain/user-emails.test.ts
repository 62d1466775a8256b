import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
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
