import { useStore } from '@nanostores/react'
import type { NotedForm } from '../../../contract/form-notes.ts'
import type { Wording } from '../../../contract/wordings.ts'
import { publicDate } from '../../lib/dates.ts'
import { $isShowingWordings, wordings } from '../../stores/admin/wordings.ts'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { Loaded } from './Loaded.tsx'

const names = new Map<string, string>(
  Object.entries({
    'email-signups': 'Mailing list',
    volunteers: 'Volunteer form',
    prayers: 'Prayer form',
    endorsements: 'Endorsement form',
    rsvps: 'Event registration',
    users: 'New account',
    privacy: 'Privacy page',
  } satisfies { [Id in NotedForm | 'privacy']: string }),
)

/** Every wording that people ever agreed to. */
export const WordingsDialog = () => (
  <Modal
    isOpen={useStore($isShowingWordings)}
    title="What people agreed to"
    lead="The sentence beside each form and the privacy page, in every version that the site has shown. The details of a row say which ones the person saw."
    isWide
    onClose={() => $isShowingWordings.set(false)}
  >
    <Loaded store={wordings} placeholder={<LinesSkeleton label="Loading what people agreed to" />}>
      {(all) => (
        <ul className="rows" aria-label="Versions, newest first">
          {all.map((one) => (
            <Version of={one} key={`${one.wordingId} ${one.since}`} />
          ))}
        </ul>
      )}
    </Loaded>
    <ModalActions leave="Close" />
  </Modal>
)

function Version({ of: { wordingId, text, since, until } }: { of: Wording }) {
  return (
    <li>
      <div>
        <p>
          <strong>{names.get(wordingId) ?? wordingId}</strong>
        </p>
        {text.includes('\n') ? (
          <details>
            <summary>Read all of it</summary>
            <p className="long-text">{text}</p>
          </details>
        ) : (
          <p>“{text}”</p>
        )}
        <p className="quiet small">
          {publicDate(since)} to {until === null ? 'today' : publicDate(until)}
        </p>
      </div>
    </li>
  )
}
