import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { emailCampaignTabs } from '../../lib/email-campaign-place.ts'
import { messages } from '../../lib/messages.ts'
import { toolRights } from '../../lib/tool-rights.ts'
import { $place, chooseEmailCampaignTab } from '../../stores/email-campaigns/place.ts'
import { $mayOnce } from '../../stores/rights.ts'
import { AdminGate } from '../admin/AdminGate.tsx'
import { HistoryOnDemand } from '../admin/HistoryOnDemand.tsx'
import { Analytics } from './Analytics.tsx'
import { BounceMailbox } from './BounceMailbox.tsx'
import { HeldComplaints } from './HeldComplaints.tsx'
import { SegmentsOverview } from './SegmentsOverview.tsx'
import { SendEmailCampaigns } from './SendEmailCampaigns.tsx'
import { UnsentMails } from './UnsentMails.tsx'

const panels = { segments: SegmentsOverview, send: SendEmailCampaigns, analytics: Analytics }

/** The email marketing dashboard, for staff (administration §2). */
export const EmailCampaigns = () => (
  <AdminGate rights={toolRights['email-campaigns']}>
    <Problems />
    <Dashboard />
    <HistoryOnDemand />
  </AdminGate>
)

function Problems() {
  const may = useStore($mayOnce)
  return (
    <>
      {may('operations') && (
        <>
          <UnsentMails />
          <BounceMailbox />
        </>
      )}
      {may('people', 'send') && <HeldComplaints />}
    </>
  )
}

/** A panel is mounted, and loads what it shows, only while its tab is selected. */
function Dashboard() {
  const { tab } = useStore($place)
  const may = useStore($mayOnce)
  const tabs = emailCampaignTabs.filter(({ right }) => may(right))
  return (
    <Tabs.Root className="campaigns" value={tab} onValueChange={chooseEmailCampaignTab}>
      <Tabs.List className="tabs" aria-label="Email marketing">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab className="tab" value={id} key={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tab === null && (
        <div className="campaigns-panel tab-panel">
          <h2>{messages.admin.unknownTab.title}</h2>
          <p>This link points to a tab that doesn’t exist. Choose one above.</p>
        </div>
      )}
      {tabs.map(({ id }) => {
        const Panel = panels[id]
        return (
          <Tabs.Panel className="campaigns-panel tab-panel" value={id} key={id}>
            <Panel />
          </Tabs.Panel>
        )
      })}
    </Tabs.Root>
  )
}
