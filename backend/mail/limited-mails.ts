import { createHeldMails, type HeldMail, type HeldMails, type LimitedLetter } from './held-mails.ts'
import { type InboxLimit, inboxOf } from './inbox-limit.ts'
import { type MailContent, renderMail, type Sender } from './layout.ts'
import type { MailFacts, NotSentReason } from './mail-facts.ts'
import { morningContent } from './morning-template.ts'
import type { SentMails } from './sent-mails.ts'

export type LimitedMails = {
  /** `sendOnce` of `SentMails`, now; or the next morning, when the inbox has had its share of today. */
  sendOnce(letter: LimitedLetter, to: string, write: () => Promise<MailContent>): Promise<void>
  /** Notes why this mail is not sent. */
  leaveOut(letter: LimitedLetter, reason: NotSentReason): Promise<void>
  /**
   * Sends what waits since an earlier day, one mail per inbox. One process at a time runs it, at any rate. Each writer writes its
   * mail again, so that what is no longer wanted stays away.
   */
  sendHeld(now: Date): Promise<void>
  /** Deletes what waits for an erased person. */
  forget(subject: string): Promise<void>
}

type Written = { to: string; content: MailContent }
type Collected = Written & { letter: HeldMail }

const writer = 'held-mails'

export function createLimitedMails({
  pool,
  hash,
  sentMails,
  inboxLimit,
  facts,
  sender,
  suppressionOf,
  nextMorning,
  dateAt,
  now = () => new Date(),
}: {
  pool: Parameters<typeof createHeldMails>[0]
  /** Keyed hash of an address. */
  hash(address: string): string
  sentMails: SentMails
  inboxLimit: InboxLimit
  facts: Pick<MailFacts, 'note'>
  sender: () => Sender
  /** Why this person gets no mail that waited; null when they do. */
  suppressionOf(subject: string): Promise<{ reason: NotSentReason } | null>
  nextMorning(now: Date): Date
  /** '2026-05-09', on the campaign's clock. */
  dateAt(now: Date): string
  now?: () => Date
}): LimitedMails {
  const held: HeldMails = createHeldMails(pool)
  const { unsentMails } = sentMails
  /** The mails that the writers write again while a morning’s mail is put together. */
  const collecting = new Map<string, Written | null>()

  const note = ({ key, subject, what }: LimitedLetter, outcome: 'held' | 'not sent' | 'sent', reason: string | null) =>
    facts.note({ key, subject, way: 'letter', title: what, outcome, reason }, now())

  async function hold(letter: LimitedLetter, to: string): Promise<void> {
    const at = now()
    const dueAt = nextMorning(at)
    await held.hold({ ...letter, inbox: hash(inboxOf(to)), dueAt }, at)
    await note(letter, 'held', dueAt.toISOString())
  }

  /** An answer is what a person who said no asks for, to come back. */
  const suppressed = async ({ kind, subject }: HeldMail) => (kind === 'answer' ? null : suppressionOf(subject))

  async function collect(letters: readonly HeldMail[], at: Date): Promise<Collected[]> {
    const found: Collected[] = []
    for (const letter of letters) {
      const { key, writer: name, about } = letter
      const suppression = await suppressed(letter)
      if (suppression !== null) {
        await note(letter, 'not sent', suppression.reason)
        continue
      }
      collecting.set(key, null)
      try {
        await sentMails.writeAgain({ writer: name, about }, at)
        const written = collecting.get(key)
        if (written) found.push({ ...written, letter })
      } finally {
        collecting.delete(key)
      }
    }
    return found
  }

  async function deliver(batch: string, at: Date): Promise<void> {
    const letters = await held.inBatch(batch)
    const keys = letters.map(({ key }) => key)
    const contents = await collect(letters, at)
    const [first] = contents
    if (first) {
      const write = async () =>
        renderMail(
          sender(),
          first.to,
          morningContent(
            sender(),
            contents.map(({ content }) => content),
          ),
        )
      await sentMails.sendOnce({ key: batch, writer, about: batch }, write)
      if ((await unsentMails.stateOf(batch)) !== 'sent') return
      for (const { letter } of contents) await note(letter, 'sent', null)
    }
    await held.finish(keys)
  }
  sentMails.addWriter(writer, deliver)

  async function send(batch: string, at: Date): Promise<void> {
    const state = await unsentMails.stateOf(batch)
    // It left, and the process died before it noted that.
    if (state === 'sent') await held.finish((await held.inBatch(batch)).map(({ key }) => key))
    if (state === null) await deliver(batch, at)
  }

  return {
    async sendOnce(letter, to, write) {
      if (collecting.has(letter.key)) {
        collecting.set(letter.key, { to, content: await write() })
        return
      }
      const isKnown = (await unsentMails.stateOf(letter.key)) !== null
      if (!isKnown) {
        if (await held.isHeld(letter.key)) return
        if (!(await inboxLimit.mayReach(to, letter.key, letter.kind))) return hold(letter, to)
      }
      await sentMails.sendOnce(letter, async () => renderMail(sender(), to, await write()))
    },
    leaveOut: (letter, reason) => note(letter, 'not sent', reason),
    async sendHeld(at) {
      const old = await held.tooOld(at)
      for (const letter of old) await note(letter, 'not sent', 'waitedTooLong')
      await held.finish(old.map(({ key }) => key))
      const batches = await held.gather(at, { date: dateAt(at), next: nextMorning(at) })
      const failures: unknown[] = []
      for (const batch of batches) await send(batch, at).catch((error: unknown) => failures.push(error))
      // The others have left; the next run tries again.
      if (failures.length > 0) throw failures[0]
    },
    forget: held.forget,
  }
}
