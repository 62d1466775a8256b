import type { Decider, Fact } from './decider.ts'

type Reservation = { userId: number; subject: string }

export type UserEmailCommand = Fact<'ReserveEmail', Reservation>
export type UserEmailEvent = Fact<'EmailReserved', Reservation>

/**
 * Who holds the address. It is freed when the subject is erased or the account moves to another address: the same
 * address then has a new subject.
 */
type UserEmail = { heldBy: Reservation | null }

/** One stream per address, named by its keyed hash: an address (ignoring case) belongs to one account. */
export const userEmailStream = (emailHash: string) => `user-email-${emailHash}`

export const userEmails: Decider<UserEmail, UserEmailCommand, UserEmailEvent> = {
  initialState: { heldBy: null },
  decide: (command, { heldBy }) =>
    heldBy?.subject === command.data.subject ? [] : [{ type: 'EmailReserved', data: command.data }],
  evolve: (_email, event) => ({ heldBy: event.data }),
}
