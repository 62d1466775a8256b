import { useStore } from '@nanostores/react'
import type { ForumCategory } from '../../../contract/forum-categories.ts'
import { categoryView } from '../../lib/forum-view.ts'
import { categoryIcon } from '../../lib/labels.ts'
import { categories } from '../../stores/forum/forum-categories.ts'
import { threads } from '../../stores/forum/forum-threads.ts'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { ForumHeading } from './ForumHeading.tsx'
import { ForumLink } from './ForumLink.tsx'

export function ForumCategories() {
  const state = useStore(categories.$state, { ssr: 'initial' })
  switch (state.status) {
    case 'loading':
      return (
        <div role="status" className="forum-panel">
          <p className="quiet">Loading Categories...</p>
          <div className="categories" aria-hidden="true">
            {['first', 'second', 'third', 'fourth'].map((key) => (
              <div className="card category" key={key}>
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
              <Category category={category} key={category.id} />
            ))}
          </ul>
        </section>
      )
  }
}

function Category({ category: { id, name, description, color } }: { category: ForumCategory }) {
  return (
    <li>
      <ForumLink className="card category" to={categoryView(id)} onPrefetch={() => threads.prefetch(id)}>
        <span className={`category-icon tone-${color}`}>
          <Icon name={categoryIcon(name)} size={26} />
        </span>
        <span className="category-words">
          <strong>{name}</strong>
          <span className="quiet">{description}</span>
        </span>
        <Icon name="arrow" />
      </ForumLink>
    </li>
  )
}
