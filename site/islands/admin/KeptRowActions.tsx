import type { ReactNode } from 'react'
import { type HistoryTopic, openHistory } from '../../stores/admin/history.ts'
import { RowButton } from './RowButton.tsx'

type Props = {
  topic: HistoryTopic
  id: number
  /** Names the row: 'article The barn'. */
  of: string
  isDeleted: boolean
  isBusy: boolean
  /** Absent where rows cannot be edited. */
  onEdit?: () => void
  onDelete: () => void
  onRestore: () => void
  /** Further buttons, after the history. */
  children?: ReactNode
}

/** The buttons of a row that is kept when it is deleted: edit, history, then delete or restore. */
export function KeptRowActions({ topic, id, of, isDeleted, isBusy, onEdit, onDelete, onRestore, children }: Props) {
  return (
    <>
      {onEdit && !isDeleted && <RowButton icon="edit" label={`Edit ${of}`} onClick={onEdit} />}
      <RowButton icon="history" label={`History of the ${of}`} onClick={() => openHistory(topic, id)} />
      {children}
      {isDeleted ? (
        <RowButton icon="restore" label={`Restore ${of}`} isBusy={isBusy} onClick={onRestore} />
      ) : (
        <RowButton icon="trash" label={`Delete ${of}`} isBusy={isBusy} onClick={onDelete} />
      )}
    </>
  )
}
