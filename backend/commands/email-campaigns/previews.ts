import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AnyMail, previewMail, testMail } from '../../../contract/email-campaigns.ts'
import type { MailPurpose, SegmentId } from '../../../contract/email-segments.ts'
import type { EmailCampaignKind } from '../../domain/mail/email-campaign-events.ts'
import { emailCampaignTestStream, emailCampaignTests } from '../../domain/mail/email-campaign-tests.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { repeatableId } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { audienceOf } from '../../read-model/email-campaigns.ts'
import { switchesOf } from '../../read-model/email-segments.ts'
import { type Execute, ownAccount } from '../command.ts'
import { cards } from './cards.ts'
import { checkReplyTo, type ReplyToTools } from './reply-to.ts'

type Words = { kind: EmailCampaignKind; subject: string; preheader: string; body: string; replyTo: string | null }
type Audience = { segmentIds: SegmentId[]; purpose: MailPurpose | null }
type Preview = {
  from: { name: string; address: string }
  replyTo: string | null
  subject: string
  html: string
  text: string
}
type Addressee = { subject: string; email: string; firstName: string | null }

type PreviewTools = {
  execute: Execute
  knex: Knex
  emailCampaignSending: ReplyToTools['emailCampaignSending'] & {
    /** As this recipient would get it. */
    preview(mail: Words, to: Addressee): Promise<Preview>
    /** Sends it to this person alone; rejects when the mail server does not accept it. */
    sendTest(mail: Words, to: Addressee): Promise<void>
    /** One sentence about a text that would arrive as raw Markdown; null when it would not. */
    rawMarkdown(body: string): string | null
  }
  /** The mail server’s problem in one sentence; null when there is none. */
  mailProblem(): Promise<string | null>
}

function mailOf(mail: AnyMail): { words: Words; audience: Audience } {
  if (mail.kind === 'composed') {
    const { kind, subject, preheader = '', body, replyTo = null, segmentIds, purpose = null } = mail
    return { words: { kind, subject, preheader, body, replyTo }, audience: { segmentIds, purpose } }
  }
  const { subject, preheader, body, segmentId } = cards[mail.kind]
  const own = 'customContent' in mail ? mail.customContent : null
  return {
    words: { kind: mail.kind, subject, preheader, body: own || body, replyTo: null },
    audience: { segmentIds: [segmentId], purpose: null },
  }
}

/** Previews of emails before they are sent. */
export async function emailCampaignPreviewCommands(
  app: FastifyInstance,
  { execute, knex, emailCampaignSending, mailProblem }: PreviewTools,
): Promise<void> {
  async function addressee(request: Parameters<typeof ownAccount>[1]): Promise<Addressee> {
    // The mail holds a link that unsubscribes its reader, who would be the admin that issued the key.
    if (signedIn(request).apiKeyId !== undefined)
      throw new HttpProblem(
        403,
        'Previews and tests are written to the person who asks for them, so an API key gets none.',
      )
    const { user, subject } = await ownAccount(knex, request)
    return { subject, email: user.email, firstName: user.firstName }
  }

  route(app, previewMail, staff('drafts'), async ({ body, request }) => {
    const { words, audience } = mailOf(body)
    checkReplyTo({ emailCampaignSending }, words.replyTo)
    const [{ chosen, leftOut }, shown] = await Promise.all([
      audienceOf(knex, audience),
      addressee(request).then((to) => emailCampaignSending.preview(words, to)),
    ])
    const size = Buffer.byteLength(shown.html)
    const obeys = switchesOf(audience.segmentIds, audience.purpose)
    return { ...shown, preheader: words.preheader, size, recipients: chosen, leftOut, obeys }
  })

  route(app, testMail, staff('drafts'), async ({ body, request }) => {
    const { words } = mailOf(body)
    checkReplyTo({ emailCampaignSending }, words.replyTo)
    const raw = emailCampaignSending.rawMarkdown(words.body)
    if (raw !== null) throw new DomainError('invalid', raw)
    const to = await addressee(request)
    try {
      await emailCampaignSending.sendTest(words, to)
    } catch {
      // Not the error's message: mail servers quote addresses in it.
      const what = (await mailProblem()) ?? 'Please try again in a few minutes.'
      throw new HttpProblem(503, `The test could not be sent. ${what}`, { headers: { 'retry-after': '60' } })
    }
    const testId = repeatableId(request, 'test')
    const command = { type: 'SendCampaignTest', data: { testId, kind: words.kind } } as const
    await execute(request, emailCampaignTests, emailCampaignTestStream(testId), command, { isNew: true })
    return { to: to.email }
  })
}
