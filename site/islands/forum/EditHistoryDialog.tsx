import { useStore } from '@nanostores/react'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $editHistory, hideVersion } from '../../stores/forum/forum-editing.ts'
import { $may } from '../../stores/rights.ts'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Every version of a post, newest first. Once readers reported it, or where an admin hid one, only admins read them. */
export function EditHistoryDialog() {
  const edits = useStore($editHistory)
  const moderates = useStore($may)('forum')
  return (
    <Modal isOpen={edits !== null} title="Edit history" onClose={() => $editHistory.set(null)}>
      <ol className="edit-history">
        {edits?.toReversed().map(({ at, title, content, isWithheld, isHidden = false }, index) => (
          <li key={at}>
            <p className="by-line">
              <time dateTime={at}>{dateAndTime(at)}</time>
              {index === 0 && <span className="badge">Current version</span>}
              {index === edits.length - 1 && <span className="badge">Original version</span>}
              {isWithheld && <span className="badge badge-waiting">{isHidden ? 'Hidden' : 'For moderators only'}</span>}
              {moderates && index > 0 && (
                <button className="edited" type="button" onClick={() => hideVersion(at, !isHidden)}>
                  {isHidden ? 'Show again' : 'Hide this version'}
                </button>
              )}
            </p>
            {title !== null && (
              <p className="edit-title" dir="auto">
                {title}
              </p>
            )}
            <p className="post-words" dir="auto">
              {isWithheld && !moderates ? 'Only moderators can read this version.' : content}
            </p>
          </li>
        ))}
      </ol>
      <ModalActions leave="Close" />
    </Modal>
  )
}
