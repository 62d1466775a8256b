import { atom } from 'nanostores'
import {
  type EmailCampaignPlace,
  type EmailCampaignTab,
  emailCampaignAddress,
  emailCampaignPlaceIn,
  isEmailCampaignTab,
} from '../../lib/email-campaign-place.ts'
import { onBrowserMount } from '../browser-mount.ts'

/** View that the address asks for. */
export const $place = atom<EmailCampaignPlace>({ tab: 'segments', emailCampaign: null, compose: null })

/** Goes to a tab, an email campaign or the editor; the back button returns here. */
export function goTo(place: { tab: EmailCampaignTab } & Partial<EmailCampaignPlace>): void {
  history.pushState(null, '', emailCampaignAddress(place))
  scrollTo(0, 0)
  $place.set(emailCampaignPlaceIn(location.search))
}

/** Goes to a tab; an email campaign that is open in it is closed. */
export function chooseEmailCampaignTab(word: unknown): void {
  if (isEmailCampaignTab(word) && word !== $place.get().tab) goTo({ tab: word })
}

onBrowserMount($place, () => {
  const follow = () => $place.set(emailCampaignPlaceIn(location.search))
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})
