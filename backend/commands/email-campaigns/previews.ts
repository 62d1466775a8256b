import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AnyMail, previewMail, testMail } from '../../../contract/email-campaigns.ts'
import type { SegmentId } from '../../../contract/email-segments.ts'
import { campaignTestStream, campaignTests } from '../../domain/campaign-tests.ts'
import { DomainError } from '../../domain/decider.ts'
import type { CampaignKind } from '../../domain/email-campaign-events.ts'
import { repeatableId } from '../../http/command-context.ts'
import { HttpProblem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { audienceOf } from '../../read-model/email-campaigns.ts'
import { type Execute, ownAccount } from '../command.ts'
import { cards } from './cards.ts'

type Words = { kind: CampaignKind; subject: string; preheader: string; body: string }
type Addressee = { subject: string; email: string; firstName: string | null }

type PreviewTools = {
  execute: Execute
  knex: Knex
  campaignMail: {
    /** As this recipient would get it. */
    preview(mail: Words, to: Addressee): Promise<{ subject: string; html: string; text: string }>
    /** Sends it to this person alone; rejects when the mail server does not accept it. */
    sendTest(mail: Words, to: Addressee): Promise<void>
    /** One sentence about a text that would arrive as raw Markdown; null when it would not. */
    rawMarkdown(body: string): string | null
  }
  /** The mail server’s problem in one sentence; null when there is none. */
  mailProblem(): Promise<string | null>
}

function mailOf(mail: AnyMail): { words: Words; segmentIds: SegmentId[] } {
  if (mail.kind === 'composed') {
    const { kind, subject, preheader = '', body, segmentIds } = mail
    return { words: { kind, subject, preheader, body }, segmentIds }
  }
  const { subject, preheader, body, segmentId } = cards[mail.kind]
  const own = 'customContent' in mail ? mail.customContent : null
  return { words: { kind: mail.kind, subject, preheader, body: own || body }, segmentIds: [segmentId] }
}

/** Previews of emails before they are sent. */
export async function campaignPreviewCommands(
  app: FastifyInstance,
  { execute, knex, campaignMail, mailProblem }: PreviewTools,
): Promise<void> {
  async function addressee(request: Parameters<typeof ownAccount>[1]): Promise<Addressee> {
    const { user, subject } = await ownAccount(knex, request)
    return { subject, email: user.email, firstName: user.firstName }
  }

  route(app, previewMail, { policy: 'admin' }, async ({ body, request }) => {
    const { words, segmentIds } = mailOf(body)
    const [{ chosen, leftOut }, shown] = await Promise.all([
      audienceOf(knex, segmentIds),
      addressee(request).then((to) => campaignMail.preview(words, to)),
    ])
    const size = Buffer.byteLength(shown.html)
    return { ...shown, preheader: words.preheader, size, recipients: chosen, leftOut }
  })

  route(app, testMail, { policy: 'admin' }, async ({ body, request }) => {
    const { words } = mailOf(body)
    const raw = campaignMail.rawMarkdown(words.body)
    if (raw !== null) throw new DomainError('invalid', raw)
    const to = await addressee(request)
    try {
      await campaignMail.sendTest(words, to)
    } catch {
      // Not the error's message: mail servers quote addresses in it.
      const what = (await mailProblem()) ?? 'Please try again in a few minutes.'
      throw new HttpProblem(503, `The test could not be sent. ${what}`, { headers: { 'retry-after': '60' } })
    }
    const testId = repeatableId(request, 'test')
    const command = { type: 'SendCampaignTest', data: { testId, kind: words.kind } } as const
    await execute(request, campaignTests, campaignTestStream(testId), command, { isNew: true })
    return { to: to.email }
  })
}
