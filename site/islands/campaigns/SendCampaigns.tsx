import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { $place } from '../../stores/campaigns/place.ts'
import { CampaignDetail } from './CampaignDetail.tsx'
import { CampaignList } from './CampaignList.tsx'
import { Compose } from './Compose.tsx'
import { ComposeCard } from './ComposeCard.tsx'
import { SendCards } from './SendCards.tsx'
import { WelcomeSeriesCard } from './WelcomeSeriesCard.tsx'

/** Ways to send, and every campaign; or one of them; or the editor (administration §2). */
export function SendCampaigns() {
  const { campaign, compose } = useStore($place)
  const list = useRef<HTMLDivElement>(null)
  if (campaign !== null) return <CampaignDetail id={campaign} key={campaign} />
  if (compose !== null) return <Compose draft={compose} />
  return (
    <>
      <h2>Send a campaign</h2>
      <div className="send-cards">
        <SendCards focusAfter={list} />
        <ComposeCard />
      </div>
      <div className="campaign-list" ref={list} tabIndex={-1}>
        <CampaignList />
      </div>
      <WelcomeSeriesCard />
    </>
  )
}
