import type { AccountDeletionEvent } from '../domain/account-deletions.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { deletionRequestedMail } from '../mail/deletion-templates.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { requireReached } from './rsvps.ts'

type MailedEvent = Extract<AccountDeletionEvent, { type: 'AccountDeletionRequested' }>

export type DeletionMailsReactor = {
  name: 'deletion-mails'
  on: { [E in MailedEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/** Tells the owner of the address that the account will be deleted, and how to keep it: it may have been somebody else. */
export function deletionMailsReactor({
  model,
  tellTime,
  sentMails,
  sender,
}: {
  model: {
    person(userId: number): Promise<{ user: { email: string } } | null>
    /** When it will be deleted now; null when it was cancelled meanwhile. */
    deletion(userId: number): Promise<string | null>
    /** Waits a moment; false when the read model does not show this position yet. */
    reached(position: Position): Promise<boolean>
  }
  tellTime(dueAt: string): string
  sentMails: SentMails
  sender: () => Sender
}): DeletionMailsReactor {
  return {
    name: 'deletion-mails',
    on: {
      async AccountDeletionRequested({ id, position, data: { userId, dueAt } }) {
        await requireReached(model, position)
        const [found, due] = await Promise.all([model.person(userId), model.deletion(userId)])
        if (!found || due === null) return
        const to = found.user.email
        await sentMails.sendOnce(id, async () => deletionRequestedMail(sender(), { to, when: tellTime(dueAt) }))
      },
    },
  }
}
