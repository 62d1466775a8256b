import type { MouseEvent, ReactNode } from 'react'
import { type EmailCampaignPlace, type EmailCampaignTab, emailCampaignAddress } from '../../lib/email-campaign-place.ts'
import { goTo } from '../../stores/email-campaigns/place.ts'

type Props = { to: { tab: EmailCampaignTab } & Partial<EmailCampaignPlace>; className?: string; children: ReactNode }

/** A link within the dashboard: no page is loaded, unless it is opened in another tab. */
export function PlaceLink({ to, className, children }: Props) {
  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a className={className} href={emailCampaignAddress(to)} onClick={onClick}>
      {children}
    </a>
  )
}
