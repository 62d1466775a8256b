import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ModerationItem } from '../../contract/moderation.ts'
import { $chosen, $filter, selectAll } from '../stores/moderation.ts'
import { type Action, decideChosen } from '../stores/moderation-decisions.ts'

/** Several decisions at once, with one reason. */
export function ModerationSelection({ items }: { items: ModerationItem[] }) {
  const chosen = useStore($chosen)
  const { status } = useStore($filter)
  const [reason, setReason] = useState('')
  if (status === 'decided') return null
  const isAll = chosen.length === items.length
  async function decide(action: Action) {
    await decideChosen(action, reason.trim())
    setReason('')
  }
  return (
    <section className="selection" aria-label="Decide several at once">
      <label className="choice">
        <input type="checkbox" checked={isAll} onChange={() => selectAll(!isAll)} />
        Select all
      </label>
      <p className="small" role="status">
        {chosen.length} of {items.length} selected
      </p>
      {chosen.length > 0 && (
        <>
          <input
            className="input"
            aria-label="Reason for all"
            placeholder="One reason for all (optional)"
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <button className="button button-small button-danger" type="button" onClick={() => decide('reject')}>
            Reject selected
          </button>
          <button className="button button-small button-primary" type="button" onClick={() => decide('approve')}>
            Approve selected
          </button>
        </>
      )}
    </section>
  )
}
