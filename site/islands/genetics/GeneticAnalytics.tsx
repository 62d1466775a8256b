import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { toolRights } from '../../lib/tool-rights.ts'
import { $tab, chooseTab } from '../../stores/genetics/fitness-replay.ts'
import { AdminGate } from '../admin/AdminGate.tsx'
import { Analytics } from './Analytics.tsx'
import { Replay } from './replay/Replay.tsx'

/** The results of the home page’s variations, and of other rules, for admins (administration §2). */
export function GeneticAnalytics() {
  return (
    <AdminGate rights={toolRights['genetic-analytics']}>
      <GeneticTabs />
    </AdminGate>
  )
}

function GeneticTabs() {
  const tab = useStore($tab)
  return (
    <Tabs.Root value={tab} onValueChange={chooseTab}>
      <Tabs.List className="tabs" aria-label="Genetic analytics">
        <Tabs.Tab className="tab" value="analytics">
          Analytics
        </Tabs.Tab>
        <Tabs.Tab className="tab" value="replay">
          Replay
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel className="tab-panel" value="analytics">
        <Analytics />
      </Tabs.Panel>
      <Tabs.Panel className="tab-panel" value="replay">
        <Replay />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
