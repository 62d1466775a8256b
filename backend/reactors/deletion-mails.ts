import type { Knex } from 'knex'
import type { AccountDeletionEvent } from '../domain/accounts/account-deletions.ts'
import { deletionRequestedMail } from '../mail/deletion-templates.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { deletionOf } from '../read-model/account-deletions.ts'
import { accountRow } from '../read-model/users.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

type MailedEvent = Extract<AccountDeletionEvent, { type: 'AccountDeletionRequested' }>

/** Tells the owner that the account will be deleted and how to keep it, in case a stranger requested it. */
export function deletionMailsReactor({
  knex,
  reached,
  formatTime,
  sentMails,
  inboxLimit,
  sender,
}: {
  knex: Knex
  reached: Reached
  formatTime(dueAt: string): string
  sentMails: SentMails
  inboxLimit: InboxLimit
  sender: () => Sender
}): ReactsTo<MailedEvent> {
  return {
    name: 'deletion-mails',
    on: {
      async AccountDeletionRequested(requested) {
        const { userId, dueAt } = requested.data
        await requireReached(reached, requested.position)
        const [found, due] = await Promise.all([accountRow(knex, userId), deletionOf(knex, userId)])
        if (!found || due === null) return
        const { email: to, isEmailVerified } = found.user
        // A stranger may have registered the address.
        if (!isEmailVerified && !(await inboxLimit.mayReach(to, requested.id))) return
        const letter = { key: requested.id, ...causedBy('deletion-mails', requested) }
        await sentMails.sendOnce(letter, async () => deletionRequestedMail(sender(), { to, when: formatTime(dueAt) }))
      },
    },
  }
}
