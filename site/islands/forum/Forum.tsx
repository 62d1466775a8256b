import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { $view, chooseTab } from '../../stores/forum/forum.ts'
import { EditHistoryDialog } from './EditHistoryDialog.tsx'
import { ForumCategories } from './ForumCategories.tsx'
import { ForumDiscussion } from './ForumDiscussion.tsx'
import { ForumThreads } from './ForumThreads.tsx'

/** Categories, the threads of the selected category, the posts of the selected thread (§2). */
export function Forum() {
  const { tab, category, thread } = useStore($view, { ssr: 'initial' })
  return (
    <Tabs.Root value={tab} onValueChange={chooseTab}>
      <Tabs.List className="tabs" aria-label="Forum">
        <Tabs.Tab className="tab" value="categories">
          Categories
        </Tabs.Tab>
        <Tabs.Tab className="tab" value="threads" disabled={category === null}>
          Threads
        </Tabs.Tab>
        <Tabs.Tab className="tab" value="posts" disabled={thread === null}>
          Posts
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel className="tab-panel" value="categories">
        <ForumCategories />
      </Tabs.Panel>
      <Tabs.Panel className="tab-panel" value="threads">
        <ForumThreads />
      </Tabs.Panel>
      <Tabs.Panel className="tab-panel" value="posts">
        <ForumDiscussion />
      </Tabs.Panel>
      <EditHistoryDialog />
    </Tabs.Root>
  )
}
