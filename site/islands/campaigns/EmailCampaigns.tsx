import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { campaignTabs } from '../../lib/campaign-place.ts'
import { messages } from '../../lib/messages.ts'
import { $place, chooseCampaignTab } from '../../stores/campaigns/place.ts'
import { AdminGate } from '../admin/AdminGate.tsx'
import { HistoryOnDemand } from '../admin/HistoryOnDemand.tsx'
import { Analytics } from './Analytics.tsx'
import { BounceMailbox } from './BounceMailbox.tsx'
import { SegmentsOverview } from './SegmentsOverview.tsx'
import { SendCampaigns } from './SendCampaigns.tsx'
import { UnsentMails } from './UnsentMails.tsx'

const panels = { segments: SegmentsOverview, send: SendCampaigns, analytics: Analytics }

/** The email marketing dashboard, for admins (administration §2). */
export function EmailCampaigns() {
  return (
    <AdminGate>
      <UnsentMails />
      <BounceMailbox />
      <Dashboard />
      <HistoryOnDemand />
    </AdminGate>
  )
}

/** A panel is mounted, and loads what it shows, only while its tab is selected. */
function Dashboard() {
  const { tab } = useStore($place)
  return (
    <Tabs.Root className="campaigns" value={tab} onValueChange={chooseCampaignTab}>
      <Tabs.List className="tabs" aria-label="Email marketing">
        {campaignTabs.map(({ id, label }) => (
          <Tabs.Tab className="tab" value={id} key={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tab === null && (
        <div className="campaigns-panel">
          <h2>{messages.admin.unknownTab.title}</h2>
          <p>The address names a tab that this page doesn’t have. Choose one above.</p>
        </div>
      )}
      {campaignTabs.map(({ id }) => {
        const Panel = panels[id]
        return (
          <Tabs.Panel className="campaigns-panel" value={id} key={id}>
            <Panel />
          </Tabs.Panel>
        )
      })}
    </Tabs.Root>
  )
}
