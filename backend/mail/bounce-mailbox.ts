import type { ImapFlow } from 'imapflow'
import { WorkerFailed } from '../concurrency/worker-queue.ts'
import { noRights } from './bounce-mailbox-problem.ts'
import { withInbox } from './imap-connection.ts'
import type { ReturnedMail } from './returned-mail.ts'
import type { ReturnedMailThread } from './returned-mail-thread.ts'
import type { Reason } from './set-aside-mails.ts'

/** Per run; the rest waits for the next. */
const batchSize = 200
/** Bytes of a message that are read: a report comes first, and the mail it returns follows. */
const readLength = 512 * 1024
/** Runs that try a message, unless it can never be parsed. */
const patience = 3

export type BounceMailbox = {
  /**
   * Reads what is new; returns how many messages said something. One run at a time. Rejects with MailboxProblem when the
   * mailbox cannot be used.
   */
  read(): Promise<number>
  close(): Promise<void>
}

/**
 * The mailbox at `url`, such as imaps://user:password@mail.example.org. Each mail that says something is given to `take`
 * and then deleted, because it names people; others are marked as read and stay for humans. Strangers write there: each
 * message is handled alone, and one that cannot be is told to `setAside`, flagged and never read again. What `take`
 * rejects is read again in the next run; three times, if `take` takes others.
 */
export function createBounceMailbox({
  url,
  take,
  setAside,
  thread,
  now = () => new Date(),
}: {
  url: string
  take: (mail: ReturnedMail) => Promise<void>
  /** `id`: UIDVALIDITY and UID. */
  setAside: (id: string, reason: Reason, at: Date) => Promise<void>
  thread: ReturnedMailThread
  now?: () => Date
}): BounceMailbox {
  const failures = new Map<number, number>()
  const failuresOf = (uid: number) => failures.get(uid) ?? 0
  let deleted: number[] = []

  /** What a message says; null: nothing to us. */
  async function parse(client: ImapFlow, uid: number): Promise<ReturnedMail | null> {
    const message = await client.fetchOne(String(uid), { source: { maxLength: readLength } }, { uid: true })
    const source = message === false ? undefined : message.source
    // Not every server heeds the length.
    return source ? thread.ask({ source: source.subarray(0, readLength), now: now() }) : null
  }

  async function putAside(client: ImapFlow, uid: number, reason: Reason): Promise<void> {
    const box = client.mailbox === false ? 0 : client.mailbox.uidValidity
    await setAside(`${box}.${uid}`, reason, now())
    await client.messageFlagsAdd([uid], ['\\Seen', '\\Flagged'], { uid: true })
    failures.delete(uid)
  }

  /** Rejects when the connection is lost, or `take` rejects. */
  async function handle(client: ImapFlow, uid: number): Promise<'taken' | 'left'> {
    let mail: ReturnedMail | null
    try {
      mail = await parse(client, uid)
    } catch (error) {
      if (!client.usable) throw error
      const count = failuresOf(uid) + 1
      failures.set(uid, count)
      // A thread may also fail because the machine is busy.
      const isSlow = error instanceof WorkerFailed
      if (!isSlow || count >= patience) await putAside(client, uid, isSlow ? 'slow' : 'broken')
      return 'left'
    }
    if (mail === null) {
      await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })
      return 'left'
    }
    await take(mail)
    await client.messageDelete([uid], { uid: true })
    deleted.push(uid)
    failures.delete(uid)
    return 'taken'
  }

  /** Those that failed come last: they never keep a new one waiting. */
  async function readAll(client: ImapFlow): Promise<number> {
    const unread = (await client.search({ seen: false }, { uid: true })) || []
    const next = unread.sort((one, other) => failuresOf(one) - failuresOf(other) || one - other).slice(0, batchSize)
    const refused = new Map<number, unknown>()
    let taken = 0
    for (const uid of next)
      try {
        if ((await handle(client, uid)) === 'taken') taken++
      } catch (error) {
        if (!client.usable) throw error
        refused.set(uid, error)
      }
    for (const uid of refused.keys()) {
      failures.set(uid, failuresOf(uid) + 1)
      // While nothing can be recorded, such as without a database, that says nothing about a message.
      if (taken > 0 && failuresOf(uid) >= patience) await putAside(client, uid, 'refused')
    }
    for (const error of taken === 0 ? refused.values() : []) throw error
    return taken
  }

  /** Without the right to expunge, a server answers OK and keeps the message (RFC 4314, 4). */
  async function refuseToKeepDeleted(client: ImapFlow): Promise<void> {
    if (deleted.length === 0) return
    const kept = (await client.search({ uid: deleted.join(), deleted: true }, { uid: true })) || []
    deleted = []
    if (kept.length > 0) throw noRights(url)
  }

  return {
    read: () =>
      withInbox(url, async (client) => {
        const taken = await readAll(client)
        await refuseToKeepDeleted(client)
        return taken
      }),
    close: thread.close,
  }
}
