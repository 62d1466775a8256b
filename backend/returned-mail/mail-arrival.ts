import { withInbox } from './imap-connection.ts'

/**
 * True when the mail with this Message-ID is in INBOX of the mailbox at `url`; deletes it there. Rejects with MailboxProblem
 * when the mailbox cannot be used.
 */
export const takeArrived = (url: string, messageId: string): Promise<boolean> =>
  withInbox(url, async (client) => {
    const uids = (await client.search({ header: { 'message-id': messageId } }, { uid: true })) || []
    if (uids.length > 0) await client.messageDelete(uids, { uid: true })
    return uids.length > 0
  })
