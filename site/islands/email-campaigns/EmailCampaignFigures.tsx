import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { EmailCampaignAnalytics } from '../../../contract/email-campaign-analytics.ts'
import { publicDateAndTime } from '../../lib/dates.ts'
import { share } from '../../lib/email-campaign-words.ts'
import { emailCampaignFiguresPath } from '../../lib/paths.ts'
import { createAnalytics } from '../../stores/email-campaigns/analytics.ts'
import { createWhy, type WhyStores } from '../../stores/email-campaigns/why.ts'
import { $may } from '../../stores/rights.ts'
import { Ranking } from '../admin/charts/Ranking.tsx'
import { Loaded } from '../admin/Loaded.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { BackLink } from './BackLink.tsx'
import { EmailCampaignCurve } from './EmailCampaignCurve.tsx'
import { NoOpenRate } from './NoOpenRate.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { Why } from './Why.tsx'

/** The results of one email campaign, over time, by mailbox provider and by link. */
export function EmailCampaignFigures({ id }: { id: number }) {
  const store = useMemo(() => createAnalytics(id), [id])
  const why = useMemo(() => createWhy(id), [id])
  return (
    <div className="campaign-detail">
      <BackLink tab="analytics">All analytics</BackLink>
      <Loaded store={store} placeholder={<CardSkeleton label="Loading the figures…" />}>
        {(analytics) => <Figures analytics={analytics} why={why} />}
      </Loaded>
    </div>
  )
}

const figures = [
  { label: 'Accepted', of: 'accepted', isBad: false },
  { label: 'Bounced', of: 'bounced', isBad: true },
  { label: 'Marked as spam', of: 'complained', isBad: true },
  { label: 'Unsubscribed', of: 'unsubscribed', isBad: false },
  { label: 'Clicked a link', of: 'clicked', isBad: false },
  { label: 'Volunteered', of: 'volunteered', isBad: false },
  { label: 'Registered', of: 'registered', isBad: false },
  { label: 'Went to donate', of: 'donateClicked', isBad: false },
] as const

function Figures({ analytics, why }: { analytics: EmailCampaignAnalytics; why: WhyStores }) {
  const { id, name, subject, sentAt, recipients, curve, providers, links, scanners } = analytics
  const may = useStore($may)
  // A series has no decision and no list: people joined by themselves.
  const isWelcome = analytics.kind === 'welcome'
  return (
    <>
      <div className="campaign-title">
        <h2>{name}</h2>
        <div className="actions">
          <a className="button button-small" href={emailCampaignFiguresPath(id)} target="_blank" rel="noopener">
            <Icon name="download" size={18} /> Export CSV
          </a>
          {!isWelcome && may('drafts', 'recipients') && (
            <PlaceLink to={{ tab: 'send', emailCampaign: id }} className="button button-small">
              Ledger and recipients
            </PlaceLink>
          )}
        </div>
      </div>
      <p className="quiet">
        ‘{subject}’, sent <time dateTime={sentAt}>{publicDateAndTime(sentAt)}</time>
      </p>
      <dl className="figure-row">
        <div className="figure">
          <dt>Recipients</dt>
          <dd>{recipients.toLocaleString('en-US')}</dd>
        </div>
        {figures.map(({ label, of, isBad }) => (
          <div className={isBad && analytics[of] > 0 ? 'figure figure-bad' : 'figure'} key={of}>
            <dt>{label}</dt>
            <dd>
              {analytics[of].toLocaleString('en-US')} <small>{share(analytics[of], recipients)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <NoOpenRate />
      <EmailCampaignCurve curve={curve} />
      <div className="campaign-columns">
        <div className="tile">
          <Ranking
            title="Mailbox providers"
            of="Provider"
            columns={['People', 'Bounced', 'Clicked']}
            entries={providers.map(({ provider, recipients: all, bounced, clicked }) => ({
              name: provider,
              counts: [all, bounced, clicked],
            }))}
            none="No recipients."
          />
        </div>
        <div className="tile">
          <Ranking
            title="Links"
            of="Link"
            columns={['People']}
            entries={links.map(({ url, clicked }) => ({ name: url, counts: [clicked] }))}
            none="There is no link in this email."
          />
          <p className="quiet tile-note">{scannerSentence(scanners)}</p>
        </div>
      </div>
      {isWelcome && may('recipients') && <Why stores={why} isWelcome />}
    </>
  )
}

function scannerSentence({ clicks, ruleVersion }: EmailCampaignAnalytics['scanners']): string {
  if (clicks === 0) return 'No clicks by mail providers’ scanners.'
  const counted = clicks === 1 ? '1 click' : `${clicks.toLocaleString('en-US')} clicks`
  return `Not counted: ${counted} by mail providers’ scanners (rules ${ruleVersion}).`
}
