import type { ComponentType } from 'react'
import type { AdminTab } from '../../stores/admin/console.ts'

const scripts: { [Tab in AdminTab]: () => Promise<ComponentType> } = {
  dashboard: async () => (await import('./AdminDashboard.tsx')).AdminDashboard,
  users: async () => (await import('./AdminUsers.tsx')).AdminUsers,
  volunteers: async () => (await import('./AdminVolunteers.tsx')).AdminVolunteers,
  emails: async () => (await import('./AdminEmails.tsx')).AdminEmails,
  prayers: async () => (await import('./AdminPrayers.tsx')).AdminPrayers,
  endorsements: async () => (await import('./AdminEndorsements.tsx')).AdminEndorsements,
  news: async () => (await import('./AdminNews.tsx')).AdminNews,
  'campaign-events': async () => (await import('./AdminCampaignEvents.tsx')).AdminCampaignEvents,
  forum: async () => (await import('./AdminForum.tsx')).AdminForum,
  genetics: async () => {
    const [{ AdminGenetics }] = await Promise.all([
      import('./AdminGenetics.tsx'),
      // What only this panel imports, asked for at once, not after it.
      import('../genetics/HeroPreviews.tsx'),
      import('../../lib/hero-preview.ts'),
      import('../genetics/AnalyticsNotices.tsx'),
      import('../../stores/genetics/evolution.ts'),
    ])
    return AdminGenetics
  },
  traffic: async () => (await import('./AdminTraffic.tsx')).AdminTraffic,
  actions: async () => (await import('./AdminActions.tsx')).AdminActions,
}

const loaded = new Map<AdminTab, ComponentType>()

/** The panel of a tab whose script is there. */
export const panelOf = (tab: AdminTab): ComponentType | null => loaded.get(tab) ?? null

/** Loads the script of a tab, once. */
export async function loadPanel(tab: AdminTab): Promise<ComponentType> {
  const panel = panelOf(tab) ?? (await scripts[tab]())
  loaded.set(tab, panel)
  return panel
}
