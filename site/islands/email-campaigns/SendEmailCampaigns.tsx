import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { $place } from '../../stores/email-campaigns/place.ts'
import { $mayOnce } from '../../stores/rights.ts'
import { Compose } from './Compose.tsx'
import { ComposeCard } from './ComposeCard.tsx'
import { EmailCampaignDetail } from './EmailCampaignDetail.tsx'
import { EmailCampaignList } from './EmailCampaignList.tsx'
import { SendCards } from './SendCards.tsx'
import { WelcomeSeriesCard } from './WelcomeSeriesCard.tsx'

/** Ways to send, and every email campaign; or one of them; or the editor (administration §2). */
export function SendEmailCampaigns() {
  const { emailCampaign, compose } = useStore($place)
  const list = useRef<HTMLDivElement>(null)
  const may = useStore($mayOnce)
  if (emailCampaign !== null) return <EmailCampaignDetail id={emailCampaign} key={emailCampaign} />
  if (compose !== null) return <Compose draft={compose} />
  return (
    <>
      <h2>{may('send') ? 'Send a campaign' : 'Draft a campaign'}</h2>
      <div className="send-cards">
        {may('send') && <SendCards focusAfter={list} />}
        <ComposeCard />
      </div>
      <div className="campaign-list" ref={list} tabIndex={-1}>
        <EmailCampaignList />
      </div>
      {may('send') && <WelcomeSeriesCard />}
    </>
  )
}
