import { useStore } from '@nanostores/react'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $editHistory } from '../../stores/forum/forum-editing.ts'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Every version of a post, newest first: an edit hides nothing. */
export function EditHistoryDialog() {
  const edits = useStore($editHistory)
  return (
    <Modal isOpen={edits !== null} title="Edit history" onClose={() => $editHistory.set(null)}>
      <ol className="edit-history">
        {edits?.toReversed().map(({ at, title, content }, index) => (
          <li key={at}>
            <p className="by-line">
              <time dateTime={at}>{dateAndTime(at)}</time>
              {index === 0 && <span className="badge">Current version</span>}
              {index === edits.length - 1 && <span className="badge">Original version</span>}
            </p>
            {title !== null && (
              <p className="edit-title" dir="auto">
                {title}
              </p>
            )}
            <p className="post-words" dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
      <ModalActions leave="Close" />
    </Modal>
  )
}
