import type { ReadableAtom } from 'nanostores'
import { $tab, type AdminTab } from './console.ts'

/** What each tab shows; a store loads its rows while somebody listens. */
const shown: { [Tab in AdminTab]: () => Promise<readonly ReadableAtom[]> } = {
  dashboard: async () => [(await import('./admin-dashboard.ts')).dashboard.$state],
  users: async () => [(await import('./admin-users.ts')).userList.$state],
  volunteers: async () => [(await import('./admin-volunteers.ts')).volunteerList.$state],
  emails: async () => [(await import('./admin-emails.ts')).emailList.$state],
  prayers: async () => [(await import('./admin-prayers.ts')).prayerReview.list.$state],
  endorsements: async () => [(await import('./admin-endorsements.ts')).endorsementReview.list.$state],
  news: async () => [(await import('./admin-news.ts')).articleList.$state],
  'campaign-events': async () => [(await import('./admin-campaign-events.ts')).campaignEventList.$state],
  forum: async () => [(await import('./admin-forum.ts')).messageList.$state],
  genetics: async () => [(await import('../genetics/gene-pool.ts')).genePool.$state],
  async traffic() {
    const { trafficList, trafficSummary } = await import('./admin-traffic.ts')
    return [trafficList.$state, trafficSummary.$state]
  },
  async actions() {
    const { $actors, actionList, seals } = await import('./admin-actions.ts')
    return [actionList.$state, $actors, seals.$state]
  },
}

/** Asks for the rows of a tab as soon as it is chosen, while its script is on its way. Returns a function that stops. */
export function loadChosenTab(): () => void {
  let chosen: AdminTab | null = null
  let leave = () => {}
  const enter = async (tab: AdminTab) => {
    const stores = await shown[tab]()
    if (chosen !== tab) return
    const ends = stores.map(($store) => $store.listen(() => {}))
    leave = () => {
      for (const end of ends) end()
    }
  }
  const choose = (tab: AdminTab | null) => {
    leave()
    leave = () => {}
    chosen = tab
    if (tab !== null) enter(tab).catch(() => {}) // its script fails likewise, and the panel says so
  }
  const stop = $tab.subscribe(choose)
  return () => {
    stop()
    choose(null)
  }
}
