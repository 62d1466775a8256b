import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { messages, rowMessages } from '../../lib/messages.ts'
import { excerpt } from '../../lib/names.ts'
import type { AdminList } from '../../stores/admin/admin-list.ts'
import type { RowActions } from '../../stores/admin/rows.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { searchField } from './table/search-field.ts'

type Asked<Item> = Item | 'selected' | null

/** Asks before rows are deleted (administration §5): `ask` with one row, or with 'selected'. */
export function useDeletion<Item extends { id: number }>(
  list: AdminList<Item>,
  actions: RowActions,
  {
    noun,
    subject,
    detail = () => messages.admin.deleteDetail,
  }: { noun: string; subject: (item: Item) => string; detail?: (asked: Item | 'selected') => string },
) {
  const [asked, ask] = useState<Asked<Item>>(null)
  const { length } = useStore(list.$selected)
  const isMany = asked === 'selected'
  function confirm() {
    if (asked === 'selected') void actions.removeSelected()
    else if (asked !== null) void actions.remove(asked.id)
  }
  const dialog = (
    <ConfirmDialog
      isOpen={asked !== null}
      question={isMany ? rowMessages(noun).confirmDeleteMany(length) : rowMessages(noun).confirmDelete}
      {...(asked !== null && asked !== 'selected' && { subject: excerpt(subject(asked), 80) })}
      detail={asked === null ? '' : detail(asked)}
      confirm={`Delete ${isMany && length !== 1 ? `${noun}s` : noun}`}
      keep={`Keep ${isMany && length !== 1 ? `${noun}s` : noun}`}
      focusAfter={searchField}
      onConfirm={confirm}
      onClose={() => ask(null)}
    />
  )
  return { ask, dialog }
}

export const DeleteSelected = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="button button-small" onClick={onClick}>
    Delete
  </button>
)
