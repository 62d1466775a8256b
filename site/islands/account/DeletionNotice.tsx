import { useStore } from '@nanostores/react'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $deciding, $deletionDueAt, keepAccount } from '../../stores/account/account-deletion.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'

const main = () => document.querySelector<HTMLElement>('#main')

/** Shown on every account page while a deletion is scheduled. */
export function DeletionNotice() {
  const dueAt = useStore($deletionDueAt)
  const isDeciding = useStore($deciding)
  useRestoreFocus(dueAt !== null, main)
  if (dueAt === null) return null
  return (
    <section className="deletion-notice" aria-label="Account deletion">
      <p>
        <strong>Your account will be deleted on {dateAndTime(dueAt)}.</strong> All your personal data will be
        permanently erased. You can change your mind until then.
      </p>
      <BusyButton className="button button-small" busy="Saving..." isBusy={isDeciding} onClick={keepAccount}>
        Keep my account
      </BusyButton>
    </section>
  )
}
