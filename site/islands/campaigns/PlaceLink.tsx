import type { MouseEvent, ReactNode } from 'react'
import { type CampaignPlace, type CampaignTab, campaignAddress } from '../../lib/campaign-place.ts'
import { goTo } from '../../stores/campaigns/place.ts'

type Props = { to: { tab: CampaignTab } & Partial<CampaignPlace>; className?: string; children: ReactNode }

/** A link within the dashboard: no page is loaded, unless it is opened in another tab. */
export function PlaceLink({ to, className, children }: Props) {
  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a className={className} href={campaignAddress(to)} onClick={onClick}>
      {children}
    </a>
  )
}
