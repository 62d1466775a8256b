import { useStore } from '@nanostores/react'
import type { AdminAction } from '../../../contract/admin.ts'
import { targetOf } from '../../lib/action-target.ts'
import { topicItems } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { fullName } from '../../lib/names.ts'
import { actionList, pageCount } from '../../stores/admin/admin-actions.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { Cell } from './AdminTable.tsx'
import { LoadFailure } from './LoadFailure.tsx'

/** What admins did, 50 per page. */
export function AdminActions() {
  const state = useStore(actionList.$state)
  const isLoading = useStore(actionList.$isLoading)
  return (
    <section aria-labelledby="actions-title" aria-busy={isLoading}>
      <div className="table-head">
        <h2 id="actions-title">Admin Actions Log</h2>
      </div>
      {state.status === 'loading' && (
        <p className="notice" role="status">
          Loading actions…
        </p>
      )}
      {(state.status === 'failed' || state.status === 'offline') && (
        <LoadFailure state={state} onRetry={actionList.reload} />
      )}
      {state.status === 'loaded' && (
        <>
          <ActionsTable actions={state.items} />
          <Pages total={state.total ?? 0} />
        </>
      )}
    </section>
  )
}

function Pages({ total }: { total: number }) {
  const { page } = useStore(actionList.$query) ?? { page: 1 }
  const pages = pageCount(total)
  return (
    <nav className="table-foot" aria-label="Pages">
      <p className="quiet small" role="status">
        Page {page} of {pages}, {total} actions in total.
      </p>
      <div className="actions">
        <button
          className="button button-small"
          type="button"
          disabled={page === 1}
          onClick={() => actionList.refine({ page: page - 1 })}
        >
          Newer
        </button>
        <button
          className="button button-small"
          type="button"
          disabled={page === pages}
          onClick={() => actionList.refine({ page: page + 1 })}
        >
          Older
        </button>
      </div>
    </nav>
  )
}

function ActionsTable({ actions }: { actions: AdminAction[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Table of admin actions">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Timestamp</th>
            <th scope="col">Admin</th>
            <th scope="col">Action</th>
            <th scope="col">Target User</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {actions.map(({ id, timestamp, admin, action, targetUser, details }) => (
            <tr key={id}>
              <Cell label="Timestamp">
                <time dateTime={timestamp}>{dateAndTime(timestamp)}</time>
              </Cell>
              <Cell label="Admin">{admin === null ? 'Server' : fullName(admin)}</Cell>
              <Cell label="Action">{action}</Cell>
              <Cell label="Target">
                {targetUser !== null && <p>{fullName(targetUser)}</p>}
                <Target details={details} />
              </Cell>
              <Cell label="Details" className="cell-wide">
                <pre className="details">{JSON.stringify(details, null, 2)}</pre>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      {actions.length === 0 && <p className="table-empty">No actions yet.</p>}
    </section>
  )
}

/** Opens the history of the item the action was about, which is kept even when the item is deleted. */
function Target({ details }: { details: AdminAction['details'] }) {
  const target = targetOf(details)
  if (target === null) return <span className="quiet">–</span>
  const name = `${topicItems[target.topic]} ${target.id}`
  return (
    <button
      className="link-button"
      type="button"
      aria-label={`History of ${name}`}
      onClick={() => openHistory(target.topic, target.id)}
    >
      {name}
    </button>
  )
}
