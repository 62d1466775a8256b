import { Component, type ReactNode } from 'react'
import { fieldsNotShown } from '../../../records/http/incomplete-rows.ts'
import { fieldLabel } from '../../lib/labels.ts'

/** Says which values of a row could not be shown; nothing for other rows. */
export function NotShown({ row }: { row: object }) {
  const fields = fieldsNotShown(row)
  if (fields.length === 0) return null
  return <span className="cell-under">{`Not shown: ${fields.map(fieldLabel).join(', ')}`}</span>
}

/** In place of a value. */
export const notShownHere = 'Not shown'

/** The content of a marked row may be missing: a part of it that cannot be rendered leaves the others as they are. */
export class PartOfRow extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    return this.state.hasFailed ? notShownHere : this.props.children
  }
}
