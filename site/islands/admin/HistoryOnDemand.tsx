import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { $history, closeHistory } from '../../stores/admin/history.ts'
import { showError } from '../../stores/toasts.ts'

/** The history dialog, whose script is loaded when the first history is opened. */
export function HistoryOnDemand() {
  const isOpen = useStore($history).status !== 'closed'
  const [Dialog, setDialog] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isOpen || Dialog !== null) return
    import('./HistoryDialog.tsx').then(
      ({ HistoryDialog }) => setDialog(() => HistoryDialog),
      () => {
        closeHistory()
        showError({ title: 'Error', description: messages.island.notLoaded })
      },
    )
  }, [isOpen, Dialog])
  return Dialog && <Dialog />
}
