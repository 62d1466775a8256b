import { createHash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { WorkerFailed } from '../kernel/concurrency/worker-queue.ts'
import { noRights } from './bounce-mailbox-problem.ts'
import { withInbox } from './imap-connection.ts'
import type { KnownMails } from './known-mails.ts'
import type { ProvenMail, ReturnedMailThread } from './returned-mail-thread.ts'
import type { Reason } from './set-aside-mails.ts'

/** Messages that are read before new ones are looked for. */
const batchSize = 200
/** Messages whose headers are asked for at once. */
const headersAtOnce = 500
/** Bytes of a message that are read: a report comes first, and the returned email follows. */
const readLength = 512 * 1024
/** Number of runs that try a message, unless it can never be parsed. */
const maxTries = 3

const sorting = ['from', 'subject', 'content-type', 'auto-submitted', 'x-failed-recipients']
const looksLikeReport =
  /mailer-?daemon|postmaster|multipart\/report|x-failed-recipients|^subject:.*(?:unsubscribe|undeliver|deliver|return|fail|abuse|complaint)/im

/** For a mailbox that is read by one process, until it ends. */
function rememberedMails(): KnownMails {
  const known = new Set<string>()
  return {
    unknown: async (validity, uids) => uids.filter((uid) => !known.has(`${validity}.${uid}`)),
    add: async (validity, uid) => void known.add(`${validity}.${uid}`),
  }
}

type Taken = 'done' | 'left'

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
 * and, once that is done with it, deleted, because it names people; others are marked as read and stay for humans. A message is read once, by its
 * numbers: its flags are for people. What looks like a report comes first. Strangers write there: each message is handled
 * alone, and one that cannot be is told to `setAside`, flagged and never read again. What `take` rejects is read again in
 * the next run; three times, if `take` takes others.
 */
export function createBounceMailbox({
  url,
  take,
  setAside,
  thread,
  known = rememberedMails(),
  now = () => new Date(),
}: {
  url: string
  /** `key`: the same whenever this message is read. 'left': it stays for people to read. */
  take: (mail: ProvenMail, key: string) => Promise<Taken>
  /** `id`: UIDVALIDITY and UID. */
  setAside: (id: string, reason: Reason, at: Date) => Promise<void>
  thread: ReturnedMailThread
  known?: KnownMails
  now?: () => Date
}): BounceMailbox {
  const failures = new Map<number, number>()
  const failuresOf = (uid: number) => failures.get(uid) ?? 0
  const reports = new Set<number>()
  let deleted: number[] = []
  let isClosed = false

  const validityOf = (client: ImapFlow): string => (client.mailbox === false ? '0' : String(client.mailbox.uidValidity))

  /** The content of a message; null: it is not a report. */
  async function parse(client: ImapFlow, uid: number): Promise<{ mail: ProvenMail; key: string } | null> {
    const message = await client.fetchOne(String(uid), { source: { maxLength: readLength } }, { uid: true })
    // Not every server respects the length.
    const source = message === false ? undefined : message.source?.subarray(0, readLength)
    const mail = source ? await thread.ask({ source, now: now() }) : null
    return source && mail ? { mail, key: createHash('sha256').update(source).digest('hex') } : null
  }

  async function putAside(client: ImapFlow, uid: number, reason: Reason): Promise<void> {
    await setAside(`${validityOf(client)}.${uid}`, reason, now())
    await known.add(validityOf(client), uid)
    await client.messageFlagsAdd([uid], ['\\Seen', '\\Flagged'], { uid: true })
    failures.delete(uid)
  }

  /** Rejects when the connection is lost, or `take` rejects. */
  async function handle(client: ImapFlow, uid: number): Promise<'taken' | 'left'> {
    let said: Awaited<ReturnType<typeof parse>>
    try {
      said = await parse(client, uid)
    } catch (error) {
      if (!client.usable || isClosed) throw error
      const count = failuresOf(uid) + 1
      failures.set(uid, count)
      // The worker may also fail because the machine is busy.
      const isSlow = error instanceof WorkerFailed
      if (!isSlow || count >= maxTries) await putAside(client, uid, isSlow ? 'slow' : 'broken')
      return 'left'
    }
    const isDone = said !== null && (await take(said.mail, said.key)) === 'done'
    await known.add(validityOf(client), uid)
    failures.delete(uid)
    reports.delete(uid)
    if (!isDone) {
      await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })
      return 'left'
    }
    await client.messageDelete([uid], { uid: true })
    deleted.push(uid)
    return 'taken'
  }

  /** Notes which of these look like reports, or ask to unsubscribe. */
  async function sort(client: ImapFlow, uids: readonly number[]): Promise<void> {
    for (let from = 0; from < uids.length && !isClosed; from += headersAtOnce) {
      const some = uids.slice(from, from + headersAtOnce).join()
      for await (const { uid, headers } of client.fetch(some, { uid: true, headers: sorting }, { uid: true }))
        if (looksLikeReport.test(headers?.toString('latin1') ?? '')) reports.add(uid)
    }
  }

  /** The next ones to read. Those that failed come last: they never keep a new one waiting. `tried`: in this run. */
  async function nextMails(client: ImapFlow, tried: Set<number>, seen: Set<number>): Promise<number[]> {
    const all = (await client.search({ all: true }, { uid: true })) || []
    const left = (await known.unknown(validityOf(client), all)).filter((uid) => !tried.has(uid))
    const fresh = left.filter((uid) => !seen.has(uid))
    if (left.length > batchSize) await sort(client, fresh)
    for (const uid of fresh) seen.add(uid)
    const rank = (uid: number) => 2 * failuresOf(uid) + (reports.has(uid) ? 0 : 1)
    return left.sort((one, other) => rank(one) - rank(other) || one - other).slice(0, batchSize)
  }

  /** One batch after the other, while there is more. */
  async function readAll(client: ImapFlow): Promise<number> {
    const [tried, seen] = [new Set<number>(), new Set<number>()]
    let taken = 0
    for (
      let next = await nextMails(client, tried, seen);
      next.length > 0;
      next = await nextMails(client, tried, seen)
    ) {
      taken += await readBatch(client, next, taken)
      for (const uid of next) tried.add(uid)
    }
    return taken
  }

  /** Rejects when none could be recorded in this run. `before`: how many were, in earlier batches. */
  async function readBatch(client: ImapFlow, uids: readonly number[], before: number): Promise<number> {
    const refused = new Map<number, unknown>()
    let taken = 0
    for (const uid of uids)
      try {
        if ((await handle(client, uid)) === 'taken') taken++
      } catch (error) {
        if (!client.usable || isClosed) throw error
        refused.set(uid, error)
      }
    for (const uid of refused.keys()) {
      failures.set(uid, failuresOf(uid) + 1)
      // While no message can be recorded, such as without a database, a failure says nothing about the message.
      if (before + taken > 0 && failuresOf(uid) >= maxTries) await putAside(client, uid, 'refused')
    }
    for (const error of before + taken === 0 ? refused.values() : []) throw error
    return taken
  }

  /** Without the right to expunge, a server answers OK and keeps the message (RFC 4314, 4): every run says so until it is gone. */
  async function refuseToKeepDeleted(client: ImapFlow): Promise<void> {
    if (deleted.length === 0) return
    const kept = (await client.search({ uid: deleted.join(), deleted: true }, { uid: true })) || []
    deleted = kept
    if (kept.length > 0) throw noRights(url)
  }

  return {
    read: () =>
      withInbox(url, async (client) => {
        const taken = await readAll(client)
        await refuseToKeepDeleted(client)
        return taken
      }),
    async close() {
      isClosed = true
      await thread.close()
    },
  }
}
