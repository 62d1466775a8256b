import type { EmailCampaignTab } from '../../lib/email-campaign-place.ts'
import { Icon } from '../ui/Icon.tsx'
import { PlaceLink } from './PlaceLink.tsx'

/** The way from one email campaign to all of them. */
export const BackLink = ({ tab, children }: { tab: EmailCampaignTab; children: string }) => (
  <p>
    <PlaceLink to={{ tab }} className="back-link">
      <Icon name="previous" size={16} /> {children}
    </PlaceLink>
  </p>
)
