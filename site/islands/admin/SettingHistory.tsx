import { historyName } from '../../lib/labels.ts'
import { openHistory, type SettingTopic } from '../../stores/admin/history.ts'
import { Icon } from '../ui/Icon.tsx'

/** Opens the history of a setting; the page needs a HistoryDialog. */
export function SettingHistory({ topic }: { topic: SettingTopic }) {
  return (
    <button
      className="button button-small"
      type="button"
      aria-label={`History of ${historyName(topic, 1)}`}
      onClick={() => openHistory(topic, 1)}
    >
      <Icon name="history" size={18} /> History
    </button>
  )
}
