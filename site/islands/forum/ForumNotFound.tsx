import { forumHome } from '../../lib/forum-view.ts'
import { ForumLink } from './ForumLink.tsx'

/** An address that leads to something that is not there, and the way on. */
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
