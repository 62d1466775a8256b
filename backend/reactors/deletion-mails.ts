import type { Knex } from 'knex'
import type { AccountDeletionEvent } from '../domain/accounts/account-deletions.ts'
import { deletionRequestedContent } from '../mail/deletion-templates.ts'
import { renderMail, type Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
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
  limitedMails,
  sender,
}: {
  knex: Knex
  reached: Reached
  formatTime(dueAt: string): string
  sentMails: SentMails
  limitedMails: Pick<LimitedMails, 'sendOnce'>
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
        const letter = { key: requested.id, ...causedBy('deletion-mails', requested) }
        const write = () => deletionRequestedContent(sender(), { when: formatTime(dueAt) })
        if (isEmailVerified) return sentMails.sendOnce(letter, async () => renderMail(sender(), to, write()))
        // A stranger may have registered the address.
        const limited = { kind: 'answer', subject: found.subject, what: 'Notice of a deletion' } as const
        await limitedMails.sendOnce({ ...letter, ...limited }, to, async () => write())
      },
    },
  }
}
