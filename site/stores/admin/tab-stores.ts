import type { ReadableAtom } from 'nanostores'
import { perReviewed } from '../../../contract/topic-words.ts'
import { genePool } from '../genetics/gene-pool.ts'
import { $actors, actionList, seals } from './admin-actions.ts'
import { campaignEventList } from './admin-campaign-events.ts'
import { dashboard } from './admin-dashboard.ts'
import { emailList } from './admin-emails.ts'
import { messageList } from './admin-forum.ts'
import { articleList } from './admin-news.ts'
import { trafficList, trafficSummary } from './admin-traffic.ts'
import { userList } from './admin-users.ts'
import { volunteerList } from './admin-volunteers.ts'
import { $tab, type AdminTab, isPast } from './console.ts'
import { reviewIn } from './reviews.ts'

/** The stores of each tab; a store loads its rows while an island listens. */
const shown: { [Tab in AdminTab]: readonly ReadableAtom[] } = {
  dashboard: [dashboard.$state],
  users: [userList.$state],
  volunteers: [volunteerList.$state],
  emails: [emailList.$state],
  ...perReviewed('topic', ({ topic }) => [reviewIn(topic).list.$state]),
  news: [articleList.$state],
  'campaign-events': [campaignEventList.$state],
  forum: [messageList.$state],
  genetics: [genePool.$state],
  traffic: [trafficList.$state, trafficSummary.$state],
  // The seals have no past.
  actions: [actionList.$state, $actors, ...(isPast ? [] : [seals.$state])],
}

/** Requests the rows of a tab as soon as it is chosen, while its script is loading. Returns a function that stops. */
export function loadChosenTab(): () => void {
  let leave = () => {}
  const stop = $tab.subscribe((tab) => {
    leave()
    const ends = tab === null ? [] : shown[tab].map(($store) => $store.listen(() => {}))
    leave = () => {
      for (const end of ends) end()
    }
  })
  return () => {
    stop()
    leave()
  }
}
