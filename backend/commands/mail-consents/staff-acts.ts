import type { Knex } from 'knex'
import type { Suppression } from '../../../records/mail.ts'
import type {
  ComplaintLiftReason,
  LiftReason,
  MailConsentCommand,
  UnsubscribeSource,
} from '../../domain/mail/mail-consent-events.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail/mail-consents.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { bouncedOn, heldComplaints } from '../../read-model/mail-consents.ts'
import { currentSuppression, type SuppressionTools } from './mail-suppressions.ts'

export type StaffConsentTools = SuppressionTools & {
  handle: Handle
  knex: Knex
  subjects: Pick<SubjectKeys, 'find' | 'read'>
}

/** `position`: of the event; null: it was so before. */
type Outcome = { position: Position | null; suppression: Suppression | null }
/** A domain, and the day on which its mail server refused our mail, such as 2026-03-01. */
type Block = { domain: string; day: string }

const atOnce = 500
const sideBySide = 8

export type StaffConsentActs = ReturnType<typeof staffConsentActs>

/** Decisions of staff about the mail to other people; used by the console and the command line. */
export function staffConsentActs(tools: StaffConsentTools) {
  const { handle, knex, subjects } = tools

  /** Throws DomainError 'not_found'. */
  async function knownAt(email: string): Promise<string> {
    const subject = await subjects.find(email)
    const key = subject === null ? undefined : (await subjects.read([subject])).get(subject)
    if (subject === null || key === undefined || key === 'erased')
      throw new DomainError('not_found', 'We don’t know this address. Check its spelling.')
    return subject
  }

  async function decide(subject: string, command: MailConsentCommand, context: CommandContext): Promise<Outcome> {
    const { position } = await handle(mailConsents, mailConsentStream(subject), command, context)
    return { position, suppression: await currentSuppression(tools, subject) }
  }

  async function lift(subject: string, reason: LiftReason, context: CommandContext): Promise<Outcome> {
    return decide(subject, { type: 'LiftMailBounce', data: { subject, reason, at: context.at } }, context)
  }

  return {
    /** Why the person at this address gets no campaign mail; null when they do. */
    read: async (email: string): Promise<Suppression | null> => currentSuppression(tools, await knownAt(email)),
    async unsubscribe(email: string, source: UnsubscribeSource, context: CommandContext): Promise<Outcome> {
      const subject = await knownAt(email)
      const data = { subject, campaignId: null, at: context.at, source }
      return decide(subject, { type: 'UnsubscribeFromMail', data }, context)
    },
    /** Throws DomainError 'conflict' for a person who unsubscribed or complained. */
    liftBounce: async (email: string, reason: LiftReason, context: CommandContext): Promise<Outcome> =>
      lift(await knownAt(email), reason, context),
    /** The person, or our provider, said that a complaint was not theirs or not meant. */
    async liftComplaint(email: string, reason: ComplaintLiftReason, context: CommandContext): Promise<Outcome> {
      const subject = await knownAt(email)
      return decide(subject, { type: 'LiftMailComplaint', data: { subject, reason, at: context.at } }, context)
    },
    /** Stops the mail to a person whose complaint waits for staff. */
    async confirmComplaint(email: string, context: CommandContext): Promise<Outcome> {
      const subject = await knownAt(email)
      return decide(subject, { type: 'ConfirmMailComplaint', data: { subject } }, context)
    },
    heldComplaints: () => heldComplaints(knex),
    countBounces: async (block: Block): Promise<number> => (await bouncedOn(knex, block)).length,
    /**
     * Lifts up to 500 bounces of a day after a block, each as an event of its own. People who decided something else in
     * the meantime are passed over. `left`: how many it was not the turn of. `after`: the last person of the call before;
     * the read tables may not show yet what it did.
     */
    async liftBounces(block: Block, context: CommandContext, after: string | null = null) {
      const all = await bouncedOn(knex, block, after)
      const due = all.slice(0, atOnce)
      let lifted = 0
      let last: Position | null = null
      for (let from = 0; from < due.length; from += sideBySide) {
        const outcomes = await Promise.all(
          due.slice(from, from + sideBySide).map((subject) =>
            lift(subject, 'blocked us', { ...context, commandId: `${context.commandId} ${subject}` }).catch(
              (error: unknown): Outcome => {
                if (error instanceof DomainError && error.code === 'conflict')
                  return { position: null, suppression: null }
                throw error
              },
            ),
          ),
        )
        for (const { position } of outcomes)
          if (position !== null) {
            lifted++
            last = position
          }
      }
      return { lifted, left: all.length - due.length, position: last, after: due.at(-1) ?? after }
    },
  }
}
