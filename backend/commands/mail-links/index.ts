import type { FastifyInstance } from 'fastify'
import { campaign } from '../../../contract/campaign.ts'
import { followMailLink } from '../../../contract/email-campaign-analytics.ts'
import { tokenIn } from '../../../contract/link-token.ts'
import { followDonateLink } from '../../../contract/page-variations.ts'
import { addressFrom } from '../../../contract/sources.ts'
import type { ClickRecording } from './click-recording.ts'
import type { TrackedLinks } from './tracked-links.ts'

export type MailLinkTools = {
  trackedLinks: Pick<TrackedLinks, 'find'>
  mailLinkTokens: { read(token: string): { campaignId: number; subject: string; link: number } | null }
  clickRecording: Pick<ClickRecording, 'clicked'>
  publicUrl: () => string
}

/** Links in emails: every client gets the redirect; whether it was a person is judged later. */
export async function mailLinkCommands(
  app: FastifyInstance,
  { trackedLinks, mailLinkTokens, clickRecording, publicUrl }: MailLinkTools,
): Promise<void> {
  const isDonation = (url: string) => url === campaign.donateUrl || url === publicUrl() + followDonateLink.url
  const isOurs = (url: string) => URL.parse(url)?.origin === new URL(publicUrl()).origin
  const { url, summary, schema } = followMailLink

  // Does not use `route`, because a visitor with a broken link gets the page that says so.
  app.get<{ Params: { token: string } }>(
    url,
    { config: { policy: 'public' }, schema: { summary, ...schema } },
    async (request, reply) => {
      const said = mailLinkTokens.read(tokenIn(request.params.token))
      const link = said && (await trackedLinks.find(said.campaignId, said.link))
      if (!link) return reply.callNotFound()
      clickRecording.clicked({ request, reply }, { ...said, ...link, isDonation: isDonation(link.url) })
      const location = isOurs(link.url)
        ? addressFrom(link.url, 'mailLink', `${said.campaignId}.${said.link}`)
        : link.url
      const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
      return reply.code(303).headers(headers).send()
    },
  )
}
