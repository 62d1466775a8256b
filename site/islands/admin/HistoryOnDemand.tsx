import { useStore } from '@nanostores/react'
import { $history, closeHistory } from '../../stores/admin/history.ts'
import { DialogOnDemand } from './DialogOnDemand.tsx'

const load = async () => (await import('./HistoryDialog.tsx')).HistoryDialog

export const HistoryOnDemand = () => (
  <DialogOnDemand isOpen={useStore($history).status !== 'closed'} load={load} onFailed={closeHistory} />
)
