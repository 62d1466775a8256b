import { useMemo } from 'react'
import type { ForumCategory } from '../../../contract/forum-categories.ts'
import type { ForumThread } from '../../../contract/forum-threads.ts'
import { publicDate } from '../../lib/dates.ts'
import { categoryView, threadView } from '../../lib/forum-view.ts'
import { authorLabel, categoryIcon, replyCountLabel } from '../../lib/labels.ts'
import { categories } from '../../stores/forum/forum-categories.ts'
import { posts, threads } from '../../stores/forum/forum-threads.ts'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { useList } from '../ui/use-list.ts'
import { ForumHeading } from './ForumHeading.tsx'
import { ForumLink } from './ForumLink.tsx'

type Activity = { categoryId: number; threads: number; newestAt: string }
type LatestThread = Omit<ForumThread, 'moderationStatus'>

/** The categories, which threads they have, and the latest threads of all of them. */
export type Landing = { categories: ForumCategory[]; activity: Activity[]; threads: LatestThread[] }

export function ForumCategories({ landing }: { landing: Landing | undefined }) {
  const known = useMemo(() => landing && { items: landing.categories }, [landing])
  const state = useList(categories, known)
  switch (state.status) {
    case 'loading':
      return (
        <div role="status" className="forum-panel">
          <p className="quiet">Loading Categories...</p>
          <div className="categories" aria-hidden="true">
            {['first', 'second', 'third', 'fourth'].map((key) => (
              <div className="card forum-category" key={key}>
                <span className="skeleton category-icon" />
                <span className="category-words">
                  <span className="skeleton skeleton-title" />
                  <span className="skeleton" />
                </span>
              </div>
            ))}
          </div>
        </div>
      )
    case 'failed':
    case 'offline':
      return (
        <div className="forum-panel">
          <ListNotice isOffline={state.status === 'offline'} onRetry={categories.reload} />
        </div>
      )
    case 'loaded':
      return (
        <section className="forum-panel">
          <ForumHeading>Choose a category</ForumHeading>
          <ul className="categories">
            {state.items.map((category) => (
              <Category
                category={category}
                activity={landing?.activity.find(({ categoryId }) => categoryId === category.id)}
                key={category.id}
              />
            ))}
          </ul>
          {landing && landing.threads.length > 0 && <LatestThreads threads={landing.threads} />}
        </section>
      )
  }
}

type CategoryProps = { category: ForumCategory; activity: Activity | undefined }

function Category({ category: { id, name, description, color }, activity }: CategoryProps) {
  return (
    <li>
      <ForumLink className="card forum-category" to={categoryView(id)} onPrefetch={() => threads.prefetch(id)}>
        <span className={`category-icon tone-${color}`}>
          <Icon name={categoryIcon(name)} size={26} />
        </span>
        <span className="category-words">
          <strong>{name}</strong> <span className="quiet">{description}</span>{' '}
          {activity && (
            <span className="category-activity">
              <span>{activity.threads === 1 ? '1 thread' : `${activity.threads.toLocaleString('en-US')} threads`}</span>{' '}
              <span>Newest {publicDate(activity.newestAt)}</span>
            </span>
          )}
        </span>
        <Icon name="arrow" />
      </ForumLink>
    </li>
  )
}

const LatestThreads = ({ threads: latest }: { threads: LatestThread[] }) => (
  <>
    <h2>Latest threads</h2>
    <ul className="latest-threads">
      {latest.slice(0, 5).map(({ id, title, categoryId, authorId, createdAt, replyCount, lastReplyAt }) => (
        <li key={id}>
          <ForumLink className="thread-link" to={threadView(categoryId, id)} onPrefetch={() => posts.prefetch(id)}>
            <bdi>{title}</bdi>
          </ForumLink>
          <p className="by-line">
            <span>{authorLabel(authorId)}</span> <time dateTime={createdAt}>{publicDate(createdAt)}</time>{' '}
            <span>{replyCountLabel(replyCount)}</span>{' '}
            {lastReplyAt !== null && (
              <span>
                Last reply <time dateTime={lastReplyAt}>{publicDate(lastReplyAt)}</time>
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  </>
)
