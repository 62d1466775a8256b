import { forumHome } from '../../lib/forum-view.ts'
import { ForumLink } from './ForumLink.tsx'

/** Shown for an address that leads nowhere, with links to other places. */
export function ForumNotFound({ children }: { children: string }) {
  return (
    <div className="forum-panel">
      <div className="notice" role="alert">
        <p>{children}</p>
        <ForumLink className="button button-small" to={forumHome}>
          Back to Categories
        </ForumLink>
      </div>
    </div>
  )
}
