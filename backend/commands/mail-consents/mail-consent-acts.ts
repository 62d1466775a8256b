import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { MailChoices, MailConsent } from '../../../contract/mail-consents.ts'
import { inboxBudgets } from '../../../contract/request-budgets.ts'
import type { MailedTo } from '../../../records/mail.ts'
import { preferences, preferencesStream } from '../../domain/accounts/preferences.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail/mail-consents.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { accountWith, mailChoicesOf, presentSubject } from '../../read-model/mail-consents.ts'
import { preferencesOf } from '../../read-model/preferences.ts'
import type { Execute } from '../command.ts'
import { currentSuppression, type SuppressionTools } from './mail-suppressions.ts'

type Tokens = { read(token: string): MailedTo | null }

export type MailConsentTools = SuppressionTools & {
  execute: Execute
  knex: Knex
  subjects: Pick<SubjectKeys, 'read' | 'find'>
  unsubscribeLinks(subject: string, campaignId: null): { url: string }
  accountMail: { preferencesLink(to: string, url: string): void }
  unsubscribeTokens: Tokens
  confirmationTokens: Tokens
  renewalTokens: { read(token: string): { subject: string; askedAt: string } | null }
}

export type MailConsentActs = ReturnType<typeof mailConsentActs>

/** The actions of a link’s owner, in whatever way they ask. For an erased person nothing happens or is recorded. */
export function mailConsentActs({
  execute,
  knex,
  subjects,
  unsubscribeTokens,
  confirmationTokens,
  renewalTokens,
  unsubscribeLinks,
  accountMail,
  ...tools
}: MailConsentTools) {
  /** Throws 400. */
  function ownerOf<Of>(token: string, tokens: { read(token: string): Of | null }): Of {
    const owner = tokens.read(token)
    if (!owner)
      throw new HttpProblem(400, 'This link is not complete. Please use the link in your latest email from us.')
    return owner
  }

  const isKnown = async (subject: string) => {
    const key = (await subjects.read([subject])).get(subject)
    return key !== undefined && key !== 'erased'
  }

  async function consentOf({ subject }: MailedTo): Promise<MailConsent> {
    if (!(await isKnown(subject))) return { status: 'erased' }
    const [suppression, userId] = await Promise.all([currentSuppression(tools, subject), accountWith(knex, subject)])
    const { securityAlerts: _, ...choices } =
      userId === null
        ? { ...(await mailChoicesOf(knex, subject)), securityAlerts: true }
        : await preferencesOf(knex, userId)
    return { status: suppression ? 'unsubscribed' : 'subscribed', choices }
  }

  /** The link in a mail to an earlier address of a person is theirs too. */
  const presentOf = async (owner: MailedTo): Promise<MailedTo> => ({
    ...owner,
    subject: await presentSubject(knex, owner.subject),
  })

  type Work = (owner: MailedTo, context: CommandContext, request: FastifyRequest) => Promise<unknown>
  const act = (work: Work) => {
    return async (token: string, request: FastifyRequest): Promise<MailConsent> => {
      const owner = ownerOf(token, unsubscribeTokens)
      const present = await presentOf(owner)
      const context = commandContext(request)
      if (await isKnown(owner.subject)) await work(owner, context, request)
      if (present.subject !== owner.subject && (await isKnown(present.subject)))
        await work(present, { ...context, commandId: `${context.commandId} present address` }, request)
      return consentOf(present)
    }
  }

  return {
    /** Mails the owner of a known address the link to their preferences; for another address nothing happens. */
    async mailLink(email: string, request: FastifyRequest): Promise<void> {
      await request.server.rateLimits.takeForInbox(inboxBudgets.magicLink, email, request.ip)
      const subject = await subjects.find(email)
      if (subject !== null) accountMail.preferencesLink(email, unsubscribeLinks(subject, null).url)
    },
    read: async (token: string) => consentOf(await presentOf(ownerOf(token, unsubscribeTokens))),
    unsubscribe: act((owner, context, request) => {
      const command = { type: 'UnsubscribeFromMail', data: { ...owner, at: context.at } } as const
      return execute(request, mailConsents, mailConsentStream(owner.subject), command, { context })
    }),
    resubscribe: act((owner, context, request) => {
      const command = { type: 'ResubscribeToMail', data: owner } as const
      return execute(request, mailConsents, mailConsentStream(owner.subject), command, { context })
    }),
    /** The recipient pressed the button on the page of their own link. Throws 400 for another link. */
    async confirm(token: string, request: FastifyRequest): Promise<'confirmed' | 'erased'> {
      const { subject } = ownerOf(token, confirmationTokens)
      if (!(await isKnown(subject))) return 'erased'
      const data = { subject, at: commandContext(request).at }
      await execute(request, mailConsents, mailConsentStream(subject), { type: 'ConfirmMailAddress', data })
      return 'confirmed'
    },
    /**
     * The recipient signed up again and pressed the button on the page of their link: 'expired' when it is too old, or was
     * used before the person said no again. Throws 400 for another link.
     */
    async renew(token: string, request: FastifyRequest): Promise<'subscribed' | 'expired' | 'erased'> {
      const { subject, askedAt } = ownerOf(token, renewalTokens)
      if (!(await isKnown(subject))) return 'erased'
      const data = { subject, askedAt, at: commandContext(request).at }
      const command = { type: 'RenewMailConsent', data } as const
      try {
        await execute(request, mailConsents, mailConsentStream(subject), command)
      } catch (error) {
        if (error instanceof DomainError && error.code === 'conflict') return 'expired'
        throw error
      }
      return 'subscribed'
    },
    choose: (token: string, choices: MailChoices, request: FastifyRequest) =>
      act(async ({ subject }, context) => {
        const userId = await accountWith(knex, subject)
        if (userId === null) {
          const command = { type: 'ChooseMail', data: { subject, ...choices } } as const
          return execute(request, mailConsents, mailConsentStream(subject), command, { context })
        }
        const { securityAlerts } = await preferencesOf(knex, userId)
        const command = { type: 'ChangePreferences', data: { userId, subject, ...choices, securityAlerts } } as const
        return execute(request, preferences, preferencesStream(userId), command, { context })
      })(token, request),
  }
}
