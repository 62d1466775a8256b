import { atom } from 'nanostores'
import {
  type EmailCampaignPlace,
  type EmailCampaignTab,
  emailCampaignAddress,
  emailCampaignPlaceIn,
  emailCampaignTabs,
  isEmailCampaignTab,
} from '../../lib/email-campaign-place.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { $mayOnce, type May } from '../rights.ts'

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

/** The address names the tab that is shown, because the lists in it follow the address. */
function leaveTabOfOthers(may: May): void {
  const { tab: asked } = emailCampaignPlaceIn(location.search)
  const tabs = emailCampaignTabs.filter(({ right }) => may(right))
  const [first] = tabs
  if (asked === null || first === undefined || tabs.some(({ id }) => id === asked)) return
  history.replaceState(null, '', emailCampaignAddress({ tab: first.id }))
}

onBrowserMount($place, () => {
  const follow = () => {
    leaveTabOfOthers($mayOnce.get())
    $place.set(emailCampaignPlaceIn(location.search))
  }
  const stop = $mayOnce.subscribe(follow)
  addEventListener('popstate', follow)
  return () => {
    stop()
    removeEventListener('popstate', follow)
  }
})
