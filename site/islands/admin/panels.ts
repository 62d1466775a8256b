import type { ComponentType } from 'react'
import { perReviewed } from '../../../contract/topic-words.ts'
import type { AdminTab } from '../../stores/admin/console.ts'

/** Each reviewed topic has a file of its name. */
const reviewed = import.meta.glob<{ Panel: ComponentType }>('./reviewed/*.tsx')

/** Preload the chunks that only some panels import. */
const scripts: { [Tab in AdminTab]: () => Promise<ComponentType> } = {
  dashboard: async () => (await import('./AdminDashboard.tsx')).AdminDashboard,
  async users() {
    const [{ AdminUsers }] = await Promise.all([
      import('./AdminUsers.tsx'),
      import('../forms/SwitchField.tsx'),
      import('./EditDialog.tsx'),
    ])
    return AdminUsers
  },
  async volunteers() {
    const [{ AdminVolunteers }] = await Promise.all([import('./AdminVolunteers.tsx'), import('./EditDialog.tsx')])
    return AdminVolunteers
  },
  emails: async () => (await import('./AdminEmails.tsx')).AdminEmails,
  ...perReviewed('topic', ({ topic }) => async () => {
    const panel = reviewed[`./reviewed/${topic}.tsx`]
    if (!panel) throw new Error(`site/islands/admin/reviewed has no file for ${topic}.`)
    const [{ Panel }] = await Promise.all([panel(), import('./ReviewTable.tsx')])
    return Panel
  }),
  async news() {
    const [{ AdminNews }] = await Promise.all([import('./AdminNews.tsx'), import('./EditDialog.tsx')])
    return AdminNews
  },
  async 'campaign-events'() {
    const [{ AdminCampaignEvents }] = await Promise.all([
      import('./AdminCampaignEvents.tsx'),
      import('./EditDialog.tsx'),
    ])
    return AdminCampaignEvents
  },
  forum: async () => (await import('./AdminForum.tsx')).AdminForum,
  async genetics() {
    const [{ AdminGenetics }] = await Promise.all([
      import('./AdminGenetics.tsx'),
      import('../ui/SwitchList.tsx'),
      import('../genetics/AnalyticsNotices.tsx'),
    ])
    return AdminGenetics
  },
  traffic: async () => (await import('./AdminTraffic.tsx')).AdminTraffic,
  actions: async () => (await import('./AdminActions.tsx')).AdminActions,
}

const loaded = new Map<AdminTab, ComponentType>()

/** The panel of a tab whose script is loaded. */
export const panelOf = (tab: AdminTab): ComponentType | null => loaded.get(tab) ?? null

/** Loads the script of a tab, once. */
export async function loadPanel(tab: AdminTab): Promise<ComponentType> {
  const panel = panelOf(tab) ?? (await scripts[tab]())
  loaded.set(tab, panel)
  return panel
}
