import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { readOwnLink, requestOwnLink } from '../../contract/my-campaign.ts'
import { addressBudgets, inboxBudgets } from '../../contract/request-budgets.ts'
import { day } from '../../records/durations.ts'
import { ownPage } from '../../records/mail-pages.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { commandContext } from '../kernel/http/command-context.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'
import { knownFacts } from '../read-model/known-facts.ts'
import { type Owner, ownerOfAccount, ownerOfAddress } from '../read-model/own-items.ts'
import { recordsOfAddress } from '../read-model/profile-export.ts'
import { submissionsOf } from '../read-model/submissions.ts'

export type OwnerTools = {
  knex: Knex
  subjects: Pick<SubjectKeys, 'read'>
  ownLinkTokens: { read(token: string): { subject: string; askedAt: string } | null }
}
type OwnLinkTools = OwnerTools & {
  subjects: Pick<SubjectKeys, 'read' | 'find'>
  ownLinkTokens: { issue(asked: { subject: string; askedAt: string }): string }
  publicUrl: () => string
  accountMail: { ownLink(to: string, url: string): void }
}

/** For calls with the token of a mailed link. Each call is one of few per address. */
export const linkGuard = { policy: 'public', keepAnswer: false, rateLimit: addressBudgets.mailConsent } as const

/** The person who is signed in. */
export const accountOwner = ({ knex }: Pick<OwnerTools, 'knex'>, request: FastifyRequest): Promise<Owner> =>
  ownerOfAccount(knex, signedIn(request).id)

/** The owner of the address that a link was mailed to. Throws 400 for a link that is not ours or older than a day. */
export async function linkOwner(
  { subjects, ownLinkTokens }: OwnerTools,
  token: string,
  request: FastifyRequest,
): Promise<Owner> {
  const asked = ownLinkTokens.read(token)
  const now = Date.parse(commandContext(request).at)
  const key = asked && (await subjects.read([asked.subject])).get(asked.subject)
  if (!asked || now - Date.parse(asked.askedAt) > day || key === undefined || key === 'erased')
    throw new HttpProblem(400, 'This link is no longer valid. Ask for a new one.')
  return ownerOfAddress(asked.subject)
}

/** The routes by which people without an account see and do it by a mailed link; the acts stand with those of an account. */
export async function ownLinkCommands(app: FastifyInstance, tools: OwnLinkTools): Promise<void> {
  const { knex, subjects, ownLinkTokens, publicUrl, accountMail } = tools

  route(app, requestOwnLink, linkGuard, async ({ body: { email }, request }) => {
    await app.rateLimits.takeForInbox(inboxBudgets.magicLink, email, request.ip)
    const subject = await subjects.find(email)
    if (subject !== null) {
      const token = ownLinkTokens.issue({ subject, askedAt: commandContext(request).at })
      accountMail.ownLink(email, `${publicUrl()}${ownPage}?token=${token}`)
    }
    return { message: 'If we know this address, the link is on its way.' }
  })

  route(app, readOwnLink, linkGuard, async ({ body: { token }, request }) => {
    const owner = await linkOwner(tools, token, request)
    return {
      submissions: await submissionsOf(knex, owner, { limit: 50 }),
      known: knownFacts(await recordsOfAddress(knex, owner)),
    }
  })
}
