import { atom } from 'nanostores'
import {
  type CampaignPlace,
  type CampaignTab,
  campaignAddress,
  campaignPlaceIn,
  isCampaignTab,
} from '../../lib/campaign-place.ts'
import { onBrowserMount } from '../browser-mount.ts'

/** What the address asks for. */
export const $place = atom<CampaignPlace>({ tab: 'segments', campaign: null, compose: null })

/** Goes to a tab, a campaign or the editor; the back button returns here. */
export function goTo(place: { tab: CampaignTab } & Partial<CampaignPlace>): void {
  history.pushState(null, '', campaignAddress(place))
  scrollTo(0, 0)
  $place.set(campaignPlaceIn(location.search))
}

/** Goes to a tab; a campaign that is open in it is closed. */
export function chooseCampaignTab(word: unknown): void {
  if (isCampaignTab(word) && word !== $place.get().tab) goTo({ tab: word })
}

onBrowserMount($place, () => {
  const follow = () => $place.set(campaignPlaceIn(location.search))
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})
