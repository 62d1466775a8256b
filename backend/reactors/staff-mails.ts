import type { Knex } from 'knex'
import type { HeldRights, StaffRight } from '../../records/staff-rights.ts'
import { rolesInForce } from '../domain/accounts/role-grants.ts'
import { rightsOf } from '../domain/accounts/staff-roles.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Mail } from '../mail/mailer.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { staffAddresses } from '../read-model/users.ts'
import { causedBy } from './event-mails.ts'

/**
 * Mails to staff about an event, by the reactor that writes them, and the rights of those who get them: who may act on it
 * and open what it links to.
 */
const rightsFor = {
  'email-campaigns': ['drafts', 'send'],
  'measurement-alarms': ['page-tests'],
} as const satisfies { [reactor: string]: readonly StaffRight[] }

export type StaffReader = { userId: number; email: string; rights: HeldRights }

/** Staff who may be mailed, with the rights that they hold at this time. */
export async function staffReaders(knex: Knex, now: Date): Promise<StaffReader[]> {
  const staff = await staffAddresses(knex)
  return staff.map(({ userId, email, isAdmin, roles }) => ({
    userId,
    email,
    rights: rightsOf({ isAdmin, roles: rolesInForce(roles, now.toISOString()) }),
  }))
}

/** Mails each holder of the rights in the table once about an event; `first`: this holder alone, if they are one. */
export const staffMails =
  ({ knex, sentMails }: { knex: Knex; sentMails: SentMails }, writer: keyof typeof rightsFor) =>
  async (event: Recorded, mailTo: (reader: StaffReader) => Mail, first: number | null = null): Promise<void> => {
    const holders = (await staffReaders(knex, new Date())).filter(({ rights }) =>
      rightsFor[writer].every((right) => rights.has(right)),
    )
    const chosen = holders.filter(({ userId }) => userId === first)
    for (const reader of chosen.length > 0 ? chosen : holders)
      await sentMails.sendOnce({ key: `${event.id}.${reader.userId}`, ...causedBy(writer, event) }, async () =>
        mailTo(reader),
      )
  }
