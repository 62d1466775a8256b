import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { $view, chooseTab } from '../../stores/forum/forum.ts'
import { categories } from '../../stores/forum/forum-categories.ts'
import { useList } from '../ui/use-list.ts'
import { EditHistoryDialog } from './EditHistoryDialog.tsx'
import { ForumCategories, type Landing } from './ForumCategories.tsx'
import { ForumDiscussion } from './ForumDiscussion.tsx'
import { ForumThreads } from './ForumThreads.tsx'
import { ReportDialog } from './ReportDialog.tsx'

/**
 * Categories, the threads of the selected category, the posts of the selected thread (§2). `landing`: what the page shows
 * from the start; undefined: it has to be loaded.
 */
export function Forum({ landing }: { landing: Landing | undefined }) {
  // First, because the view loads the categories that it does not find.
  useList(categories, landing && { items: landing.categories })
  const { tab, category, thread } = useStore($view, { ssr: 'initial' })
  return (
    <Tabs.Root value={tab} onValueChange={chooseTab}>
      <Tabs.List className="tabs" aria-label="Forum">
        <Tabs.Tab className="tab" value="categories">
          Categories
        </Tabs.Tab>{' '}
        <Tabs.Tab className="tab" value="threads" disabled={category === null}>
          Threads
        </Tabs.Tab>{' '}
        <Tabs.Tab className="tab" value="posts" disabled={thread === null}>
          Posts
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel className="tab-panel" value="categories">
        <ForumCategories landing={landing} />
      </Tabs.Panel>
      <Tabs.Panel className="tab-panel" value="threads">
        <ForumThreads />
      </Tabs.Panel>
      <Tabs.Panel className="tab-panel" value="posts">
        <ForumDiscussion />
      </Tabs.Panel>
      <EditHistoryDialog />
      <ReportDialog />
    </Tabs.Root>
  )
}
