import { useStore } from '@nanostores/react'
import type { EmailSignup } from '../../../contract/email-signups.ts'
import { emailExportPath } from '../../lib/paths.ts'
import { emailList } from '../../stores/admin/admin-emails.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { $mailTarget } from '../../stores/admin/mail-consent.ts'
import { $isShowingWordings } from '../../stores/admin/wordings.ts'
import { $may } from '../../stores/rights.ts'
import { DialogOnDemand } from './DialogOnDemand.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { AddByHand } from './entry/AddByHand.tsx'
import { PersonButton, RowButton } from './RowButton.tsx'
import type { Column } from './table/columns.ts'
import { phoneColumn, zipCodeColumn } from './table/contact-columns.tsx'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'
import { EmailAddress } from './table/EmailAddress.tsx'
import { NoEmailCampaigns } from './table/NoEmailCampaigns.tsx'
import { PersonDetails } from './table/PersonDetails.tsx'
import { sourceColumn } from './table/source-column.tsx'

const choice = createColumnChoice('emails')

const columns: Column<EmailSignup>[] = [
  {
    id: 'email',
    label: 'Email Address',
    isSortable: true,
    isName: true,
    isWide: true,
    cell: ({ email, isErased, mailSuppression }) =>
      isErased ? (
        <span className="badge">Erased</span>
      ) : (
        <>
          <EmailAddress email={email} />
          <NoEmailCampaigns suppression={mailSuppression} />
        </>
      ),
  },
  {
    id: 'firstName',
    label: 'First Name',
    width: '8rem',
    isSortable: true,
    card: 'line',
    cell: ({ firstName }) => firstName ?? 'Not provided',
  },
  {
    id: 'lastName',
    label: 'Last Name',
    width: '8rem',
    leaves: 'early',
    cell: ({ lastName }) => lastName ?? 'Not provided',
  },
  phoneColumn(),
  zipCodeColumn(),
  { ...sourceColumn<EmailSignup>(), width: '13rem', leaves: 'next' },
  createdColumn('Signed Up'),
]

export function AdminEmails() {
  return (
    <DataTable
      list={emailList}
      choice={choice}
      title="Email Signups Management"
      noun="email signups"
      columns={columns}
      none="No email signups found."
      details={PersonDetails}
      nameOf={({ email }) => `email signup ${email}`}
      note={<Note />}
      tools={<Tools />}
      buttons={3}
      actions={({ id, email, isErased, mailSuppression }) => (
        <>
          {!isErased && (
            <RowButton
              icon="mail"
              label={`Campaign mail to ${email}`}
              word="Mail"
              onClick={() => $mailTarget.set({ email, mailSuppression, reload })}
            />
          )}
          {!isErased && <PersonButton topic="email-signups" id={id} of={`email signup ${email}`} />}
          <RowButton
            icon="history"
            label={`History of the email signup ${email}`}
            onClick={() => openHistory('email-signups', id)}
          />
        </>
      )}
    />
  )
}

const { reload } = emailList

const loadWordings = async () => (await import('./WordingsDialog.tsx')).WordingsDialog
const closeWordings = () => $isShowingWordings.set(false)

function Tools() {
  const may = useStore($may)
  const find = () => $mailTarget.set({ about: 'anyone', reload })
  const lift = () => $mailTarget.set({ about: 'block', reload })
  return (
    <>
      <AddByHand kind="emails" reload={reload} hasSheet />
      <ExportLinks list={emailList} path={emailExportPath} hasPeople />
      <button className="button button-small" type="button" onClick={find}>
        Find an address
      </button>
      {may('send') && (
        <button className="button button-small" type="button" onClick={lift}>
          Lift bounces
        </button>
      )}
    </>
  )
}

const Note = () => (
  <>
    <p className="table-note">
      <Total />
      <button className="link" type="button" onClick={() => $isShowingWordings.set(true)}>
        What people agreed to
      </button>
    </p>
    <DialogOnDemand isOpen={useStore($isShowingWordings)} load={loadWordings} onFailed={closeWordings} />
  </>
)

function Total() {
  const state = useStore(emailList.$state)
  const query = useStore(emailList.$query)
  const may = useStore($may)
  if (state.status !== 'loaded' || query?.q !== '' || query.filter.source !== undefined) return null
  const total = state.total ?? 0
  const signups = `${total.toLocaleString('en-US')} email ${total === 1 ? 'signup' : 'signups'}`
  const exports = may('export') ? 'Exports skip erased people. Each export is logged under Actions. ' : ''
  return `${signups} in total. ${exports}`
}
