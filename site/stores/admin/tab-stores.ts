import { computed, type ReadableAtom } from 'nanostores'
import { perReviewed } from '../../../contract/topic-words.ts'
import { genePool } from '../genetics/gene-pool.ts'
import { $may, type May } from '../rights.ts'
import { $actors, actionList, seals } from './admin-actions.ts'
import { campaignEventList } from './admin-campaign-events.ts'
import { dashboard } from './admin-dashboard.ts'
import { emailList } from './admin-emails.ts'
import { messageList } from './admin-forum.ts'
import { articleList } from './admin-news.ts'
import { trafficList, trafficSummary } from './admin-traffic.ts'
import { userList } from './admin-users.ts'
import { volunteerList } from './admin-volunteers.ts'
import { $ownTabs, $tab, type AdminTab, isPast } from './console.ts'
import { $pending } from './pending.ts'
import { reviewIn } from './reviews.ts'

/** The stores that a person sees in each tab; a store loads its rows while an island listens. */
const shown: { [Tab in AdminTab]: (may: May) => readonly ReadableAtom[] } = {
  dashboard: (may) => (may('figures') ? [dashboard.$state] : may('console') ? [$pending] : []),
  users: () => [userList.$state],
  volunteers: () => [volunteerList.$state],
  emails: () => [emailList.$state],
  ...perReviewed('topic', ({ topic }) => () => [reviewIn(topic).list.$state]),
  news: () => [articleList.$state],
  'campaign-events': () => [campaignEventList.$state],
  forum: () => [messageList.$state],
  genetics: () => [genePool.$state],
  traffic: (may) => [
    ...(may('operations') ? [trafficList.$state] : []),
    ...(may('figures') ? [trafficSummary.$state] : []),
  ],
  actions: (may) => [
    actionList.$state,
    ...(may('people') ? [$actors] : []),
    // The seals have no past.
    ...(may('operations') && !isPast ? [seals.$state] : []),
  ],
}

/** The tab on the screen, unless this person may not open it. */
const $opened = computed([$tab, $ownTabs], (tab, own) => own.find(({ id }) => id === tab)?.id ?? null)

/** Requests the rows of a tab as soon as it is chosen, while its script is loading. Returns a function that stops. */
export function loadChosenTab(): () => void {
  let leave = () => {}
  const stop = $opened.subscribe((tab) => {
    leave()
    const ends = tab === null ? [] : shown[tab]($may.get()).map(($store) => $store.listen(() => {}))
    leave = () => {
      for (const end of ends) end()
    }
  })
  return () => {
    stop()
    leave()
  }
}
