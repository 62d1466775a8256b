import { useStore } from '@nanostores/react'
import type { EmailCampaignSummary } from '../../../contract/email-campaign-analytics.ts'
import { publicDate } from '../../lib/dates.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { share } from '../../lib/email-campaign-words.ts'
import { allFiguresPath } from '../../lib/paths.ts'
import { analyticsList } from '../../stores/email-campaigns/analytics.ts'
import { $place } from '../../stores/email-campaigns/place.ts'
import { LoadFailure, OutdatedNotice } from '../admin/LoadFailure.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { TableSkeleton } from '../admin/table/TableSkeleton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { EmailCampaignFigures } from './EmailCampaignFigures.tsx'
import { NoOpenRate } from './NoOpenRate.tsx'
import { PlaceLink } from './PlaceLink.tsx'

/** The results of the email campaigns that were sent (administration §2). */
export function Analytics() {
  const { emailCampaign } = useStore($place)
  return emailCampaign === null ? <Overview /> : <EmailCampaignFigures id={emailCampaign} key={emailCampaign} />
}

const columns = [
  { label: 'Recipients', of: 'recipients' },
  { label: 'Accepted', of: 'accepted' },
  { label: 'Bounced', of: 'bounced' },
  { label: 'Spam', of: 'complained' },
  { label: 'Unsubscribed', of: 'unsubscribed' },
  { label: 'Clicked', of: 'clicked' },
  { label: 'Volunteered', of: 'volunteered' },
  { label: 'Registered', of: 'registered' },
  { label: 'Donate clicks', of: 'donateClicked' },
] as const satisfies { label: string; of: keyof EmailCampaignSummary }[]

function Overview() {
  const state = useStore(analyticsList.$state)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={analyticsList.reload} />
  if (state.status === 'loaded' && state.value.length === 0) return <Placeholder />
  return (
    <section aria-labelledby="analytics-title" aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id="analytics-title">Campaign analytics</h2>
        <a className="button button-small" href={allFiguresPath} target="_blank" rel="noopener">
          <Icon name="download" size={18} /> Export CSV
        </a>
      </div>
      <NoOpenRate />
      <OutdatedNotice state={state} onRetry={analyticsList.reload} />
      <ScrollTable
        label="Table of campaign analytics"
        columns={['Campaign', 'Sent', ...columns.map(({ label }) => label)]}
        className="analytics-table"
      >
        {state.status === 'loaded' ? (
          <tbody>
            {state.value.map((summary) => (
              <Row summary={summary} key={summary.id} />
            ))}
          </tbody>
        ) : (
          <TableSkeleton cells={columns.length + 2} />
        )}
      </ScrollTable>
    </section>
  )
}

function Row({ summary }: { summary: EmailCampaignSummary }) {
  const { id, name, sentAt } = summary
  return (
    <tr>
      <td data-label="Campaign">
        <div>
          <PlaceLink to={{ tab: 'analytics', emailCampaign: id }}>{name}</PlaceLink>
        </div>
      </td>
      <td data-label="Sent">
        <div>
          <time dateTime={sentAt}>{publicDate(sentAt)}</time>
        </div>
      </td>
      {columns.map(({ label, of }) => (
        <td data-label={label} className="cell-figure" key={of}>
          <div>
            {summary[of].toLocaleString('en-US')}
            {of !== 'recipients' && <small className="quiet"> {share(summary[of], summary.recipients)}</small>}
          </div>
        </td>
      ))}
    </tr>
  )
}

const Placeholder = () => (
  <div className="card all-quiet">
    <Icon name="chart" size={44} />
    <p>{emailCampaignMessages.emailCampaign.noAnalytics}</p>
  </div>
)
