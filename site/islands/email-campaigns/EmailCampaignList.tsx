import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { publicDate, publicDateAndTime } from '../../lib/dates.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { kindLabels, segmentNames, statusBadges } from '../../lib/email-campaign-words.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import {
  $isActing,
  deleteDraft,
  type EmailCampaignStep,
  stepsOf,
  takeStep,
} from '../../stores/email-campaigns/email-campaign-actions.ts'
import { emailCampaignList } from '../../stores/email-campaigns/email-campaign-list.ts'
import { $may } from '../../stores/rights.ts'
import { RowButton } from '../admin/RowButton.tsx'
import type { Column, Filter } from '../admin/table/columns.ts'
import { DataTable } from '../admin/table/DataTable.tsx'
import { searchField } from '../admin/table/search-field.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmailCampaignBadges } from './EmailCampaignBadges.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { Progress } from './Progress.tsx'

const choice = createColumnChoice('email-campaigns')

const isDraft = ({ status }: EmailCampaign) => status === 'draft'

const columns: Column<EmailCampaign>[] = [
  {
    id: 'name',
    label: 'Campaign',
    width: '24%',
    isSortable: true,
    isName: true,
    cell: (emailCampaign) => (
      <>
        <PlaceLink
          to={{
            tab: 'send',
            ...(isDraft(emailCampaign) ? { compose: emailCampaign.id } : { emailCampaign: emailCampaign.id }),
          }}
        >
          {emailCampaign.name}
        </PlaceLink>{' '}
        <span className="cell-excerpt">{emailCampaign.subject}</span>
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '6.75rem',
    isSortable: true,
    card: 'badge',
    cell: (emailCampaign) => <EmailCampaignBadges emailCampaign={emailCampaign} />,
  },
  {
    id: 'progress',
    label: 'Progress',
    isWide: true,
    card: 'line',
    cell: (emailCampaign) => <HowFar emailCampaign={emailCampaign} />,
  },
  {
    id: 'segments',
    label: 'Segments',
    width: '10rem',
    leaves: 'next',
    cell: ({ segmentIds }) => segmentNames(segmentIds),
  },
  { id: 'kind', label: 'Kind', width: '8rem', leaves: 'early', cell: ({ kind }) => kindLabels[kind] },
  {
    id: 'createdAt',
    label: 'Created',
    width: '7.5rem',
    isSortable: true,
    card: 'date',
    // In the campaign’s time zone, like the send times on this page.
    cell: ({ createdAt }) => <time dateTime={createdAt}>{publicDate(createdAt)}</time>,
  },
]

function HowFar({ emailCampaign }: { emailCampaign: EmailCampaign }) {
  // While the server is updated, an older process does not say who ended a schedule.
  const { progress, scheduledFor, failedBecause, rewrittenBy = null } = emailCampaign
  if (failedBecause !== null) return failedBecause
  if (progress !== null) return <Progress emailCampaign={emailCampaign} progress={progress} />
  if (rewrittenBy !== null) return 'No longer scheduled, since it was changed'
  if (scheduledFor === null) return <span className="quiet">Not sent yet</span>
  return (
    <>
      <span className="visually-hidden">Scheduled for </span>
      <time dateTime={scheduledFor}>{publicDateAndTime(scheduledFor)}</time>
    </>
  )
}

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: Object.entries(statusBadges).map(([id, { label }]) => [id, label]) },
  { name: 'kind', label: 'Kind', options: Object.entries(kindLabels) },
]

const icons = { pause: 'pause', resume: 'play', cancel: 'close' } as const
const verbs = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' } as const
const isIcon = (step: EmailCampaignStep): step is keyof typeof icons => Object.hasOwn(icons, step)

/** Every email campaign, live while one is being sent. */
export function EmailCampaignList() {
  const isActing = useStore($isActing)
  const may = useStore($may)
  const [toCancel, setToCancel] = useState<EmailCampaign | null>(null)
  const [toDelete, setToDelete] = useState<EmailCampaign | null>(null)
  return (
    <DataTable
      list={emailCampaignList}
      choice={choice}
      title="Campaigns"
      noun="campaigns"
      columns={columns}
      filters={filters}
      none={may('send') ? emailCampaignMessages.emailCampaign.none : 'No campaigns yet. Compose one above.'}
      nameOf={({ name }) => `campaign ${name}`}
      buttons={2}
      actions={(emailCampaign) => (
        <>
          {stepsOf(emailCampaign, null, may)
            .filter(isIcon)
            .map((step) => (
              <RowButton
                icon={icons[step]}
                label={`${verbs[step]} ${emailCampaign.name}`}
                isBusy={isActing}
                key={step}
                onClick={() => (step === 'cancel' ? setToCancel(emailCampaign) : void takeStep(step, emailCampaign))}
              />
            ))}
          {isDraft(emailCampaign) && (
            <RowButton icon="trash" label={`Delete ${emailCampaign.name}`} onClick={() => setToDelete(emailCampaign)} />
          )}
        </>
      )}
    >
      <CancelQuestion emailCampaign={toCancel} onClose={() => setToCancel(null)} />
      <ConfirmDialog
        isOpen={toDelete !== null}
        question={emailCampaignMessages.emailCampaign.confirmDelete}
        {...(toDelete !== null && { subject: toDelete.name })}
        detail="It disappears from this list. Its history is kept."
        confirm="Delete draft"
        keep="Keep draft"
        focusAfter={searchField}
        onConfirm={() => toDelete !== null && void deleteDraft(toDelete.id)}
        onClose={() => setToDelete(null)}
      />
    </DataTable>
  )
}

type CancelProps = {
  emailCampaign: EmailCampaign | null
  onDone?: (emailCampaign: EmailCampaign) => void
  onClose: () => void
}

/** Asks before an email campaign ends for good. */
export const CancelQuestion = ({ emailCampaign, onDone, onClose }: CancelProps) => (
  <ConfirmDialog
    isOpen={emailCampaign !== null}
    question={emailCampaignMessages.emailCampaign.confirmCancel}
    {...(emailCampaign !== null && { subject: emailCampaign.name })}
    detail="Recipients still in the queue won’t get this email, and the campaign can’t be resumed. Emails already on their way will still arrive."
    confirm="Cancel campaign"
    keep="Keep campaign"
    onConfirm={() => emailCampaign !== null && void takeStep('cancel', emailCampaign, onDone)}
    onClose={onClose}
  />
)
