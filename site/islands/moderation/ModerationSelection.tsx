import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { ModerationItem } from '../../../contract/moderation.ts'
import { $filter, $selectedItems, selectAll } from '../../stores/moderation/moderation.ts'
import { $bulkProgress, type Action, decideSelected } from '../../stores/moderation/moderation-decisions.ts'
import { notesOf } from './ModerationCard.tsx'

/** Bulk decisions with one reason. */
export function ModerationSelection({ items }: { items: ModerationItem[] }) {
  const chosen = useStore($selectedItems)
  const { status } = useStore($filter)
  const bulk = useStore($bulkProgress)
  const [reason, setReason] = useState('')
  if (status === 'decided') return null
  const isAll = chosen.length === items.length
  async function decide(action: Action) {
    if (await decideSelected(action, reason.trim(), notesOf)) setReason((now) => (now === reason ? '' : now))
  }
  return (
    <section className="selection" aria-label="Decide several at once">
      <label className="choice">
        <input type="checkbox" checked={isAll} disabled={bulk !== null} onChange={() => selectAll(!isAll)} />
        Select all
      </label>
      <p className="small" role="status">
        {bulk === null ? `${chosen.length} of ${items.length} selected` : `Deciding ${bulk.done + 1} of ${bulk.total}…`}
      </p>
      {chosen.length > 0 && (
        <>
          <input
            className="input"
            aria-label="Reason for all"
            placeholder="One reason for all"
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <button
            className="button button-small button-danger"
            type="button"
            disabled={bulk !== null}
            onClick={() => decide('reject')}
          >
            Reject selected
          </button>
          <button
            className="button button-small button-good"
            type="button"
            disabled={bulk !== null}
            onClick={() => decide('approve')}
          >
            Approve selected
          </button>
        </>
      )}
    </section>
  )
}
