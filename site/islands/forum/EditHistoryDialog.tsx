import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $editHistory } from '../../stores/forum/forum-editing.ts'

/** Every version of a post, newest first: an edit hides nothing. */
export function EditHistoryDialog() {
  const edits = useStore($editHistory)
  return (
    <Dialog.Root open={edits !== null} onOpenChange={(open) => open || $editHistory.set(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">Edit history</Dialog.Title>
          <ol className="edit-history">
            {edits?.toReversed().map(({ at, title, content }, index) => (
              <li key={at}>
                <p className="by-line">
                  <time dateTime={at}>{dateAndTime(at)}</time>
                  {index === 0 && <span className="badge">Current version</span>}
                  {index === edits.length - 1 && <span className="badge">Original version</span>}
                </p>
                {title !== null && <p className="edit-title">{title}</p>}
                <p className="post-words">{content}</p>
              </li>
            ))}
          </ol>
          <div className="dialog-actions">
            <Dialog.Close className="button button-small">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
