import type { EmailCampaignAnalytics, EmailCampaignSummary } from '../../../contract/email-campaign-analytics.ts'
import { writeCsv } from '../../kernel/http/csv.ts'

const figures = [
  ['Recipients', 'recipients'],
  ['Accepted', 'accepted'],
  ['Bounced', 'bounced'],
  ['Complained', 'complained'],
  ['Unsubscribed', 'unsubscribed'],
  ['Clicked', 'clicked'],
  ['Volunteered', 'volunteered'],
  ['Registered', 'registered'],
  ['Donate clicks', 'donateClicked'],
] as const

/** One row per campaign. */
export const summariesCsv = (emailCampaigns: readonly EmailCampaignSummary[]): string =>
  writeCsv(
    ['Id', 'Name', 'Subject', 'Kind', 'Status', 'Sent at', ...figures.map(([heading]) => heading)],
    emailCampaigns.map((emailCampaign) => [
      emailCampaign.id,
      emailCampaign.name,
      emailCampaign.subject,
      emailCampaign.kind,
      emailCampaign.status,
      emailCampaign.sentAt,
      ...figures.map(([, field]) => emailCampaign[field]),
    ]),
  )

type Part = {
  part: string
  item: string
  recipients?: number
  accepted?: number
  bounced?: number
  clicked: number
  unsubscribed?: number
}

/** One row per hour, provider and link; columns that do not apply to a row are empty. */
export function analyticsCsv(emailCampaign: EmailCampaignAnalytics): string {
  const { curve, providers, links } = emailCampaign
  const parts: Part[] = [
    { part: 'Total', item: emailCampaign.name, ...emailCampaign },
    ...curve.map((hour) => ({ part: 'Hour', ...hour, item: String(hour.hour) })),
    ...providers.map((provider) => ({ part: 'Provider', item: provider.provider, ...provider })),
    ...links.map(({ url, clicked }) => ({ part: 'Link', item: url, clicked })),
  ]
  return writeCsv(
    ['Part', 'Item', 'Recipients', 'Accepted', 'Bounced', 'Clicked', 'Unsubscribed'],
    parts.map(({ part, item, recipients, accepted, bounced, clicked, unsubscribed }) => [
      part,
      item,
      ...[recipients, accepted, bounced, clicked, unsubscribed].map((count) => count ?? null),
    ]),
  )
}
