import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

type Reservation = { userId: number; subject: string }

export type UserEmailCommand = Fact<'ReserveEmail', Reservation> | Fact<'ReleaseEmail', { userId: number }>
export type UserEmailEvent = Fact<'EmailReserved', Reservation> | Fact<'EmailReleased', { userId: number }>

/**
 * The account that holds the address. It is freed when the subject is erased or the account moves to another address:
 * the same address then has a new subject. Where the subject stays, because others used it too, the address is
 * released.
 */
type UserEmail = { heldBy: Reservation | null }

/** One stream per address, named by its keyed hash: an address (ignoring case) belongs to one account. */
export const userEmailStream = (emailHash: string) => `user-email-${emailHash}`

export const userEmails: Decider<UserEmail, UserEmailCommand, UserEmailEvent> = {
  initialState: { heldBy: null },
  decide(command, { heldBy }) {
    switch (command.type) {
      case 'ReserveEmail':
        return heldBy?.subject === command.data.subject ? [] : [{ type: 'EmailReserved', data: command.data }]
      case 'ReleaseEmail':
        return heldBy?.userId === command.data.userId ? [{ type: 'EmailReleased', data: command.data }] : []
    }
  },
  evolve: (_email, event) => ({ heldBy: event.type === 'EmailReserved' ? event.data : null }),
}
