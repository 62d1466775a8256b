import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { kindLabels, segmentNames, statusBadges } from '../../lib/campaign-words.ts'
import { publicDate, publicDateAndTime } from '../../lib/dates.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import {
  $isActing,
  type CampaignStep,
  deleteDraft,
  stepsOf,
  takeStep,
} from '../../stores/campaigns/campaign-actions.ts'
import { campaignList } from '../../stores/campaigns/campaign-list.ts'
import { RowButton } from '../admin/RowButton.tsx'
import type { Column, Filter } from '../admin/table/columns.ts'
import { DataTable } from '../admin/table/DataTable.tsx'
import { searchField } from '../admin/table/search-field.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CampaignBadges } from './CampaignBadges.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { Progress } from './Progress.tsx'

const choice = createColumnChoice('email-campaigns')

const isDraft = ({ status }: EmailCampaign) => status === 'draft'

const columns: Column<EmailCampaign>[] = [
  {
    id: 'name',
    label: 'Campaign',
    isSortable: true,
    isName: true,
    cell: (campaign) => (
      <>
        <PlaceLink to={{ tab: 'send', ...(isDraft(campaign) ? { compose: campaign.id } : { campaign: campaign.id }) }}>
          {campaign.name}
        </PlaceLink>
        <div className="cell-excerpt small">{campaign.subject}</div>
      </>
    ),
  },
  { id: 'status', label: 'Status', isSortable: true, cell: (campaign) => <CampaignBadges campaign={campaign} /> },
  { id: 'progress', label: 'Progress', isWide: true, cell: (campaign) => <HowFar campaign={campaign} /> },
  { id: 'segments', label: 'Segments', cell: ({ segmentIds }) => segmentNames(segmentIds) },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => kindLabels[kind] },
  {
    id: 'createdAt',
    label: 'Created',
    isSortable: true,
    // In the campaign’s time zone, like the send times on this page.
    cell: ({ createdAt }) => <time dateTime={createdAt}>{publicDate(createdAt)}</time>,
  },
]

function HowFar({ campaign }: { campaign: EmailCampaign }) {
  const { progress, scheduledFor, failedBecause } = campaign
  if (failedBecause !== null) return failedBecause
  if (progress !== null) return <Progress campaign={campaign} progress={progress} />
  if (scheduledFor === null) return <span className="quiet">Not sent yet</span>
  return (
    <>
      Scheduled for <time dateTime={scheduledFor}>{publicDateAndTime(scheduledFor)}</time>
    </>
  )
}

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: Object.entries(statusBadges).map(([id, { label }]) => [id, label]) },
  { name: 'kind', label: 'Kind', options: Object.entries(kindLabels) },
]

const icons = { pause: 'pause', resume: 'play', cancel: 'close' } as const
const verbs = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' } as const
const isIcon = (step: CampaignStep): step is keyof typeof icons => Object.hasOwn(icons, step)

/** Every campaign, live while one is being sent. */
export function CampaignList() {
  const isActing = useStore($isActing)
  const [toCancel, setToCancel] = useState<EmailCampaign | null>(null)
  const [toDelete, setToDelete] = useState<EmailCampaign | null>(null)
  return (
    <DataTable
      list={campaignList}
      choice={choice}
      title="Campaigns"
      noun="campaigns"
      columns={columns}
      filters={filters}
      none={emailCampaignMessages.emailCampaign.none}
      nameOf={({ name }) => `campaign ${name}`}
      actions={(campaign) => (
        <>
          {stepsOf(campaign)
            .filter(isIcon)
            .map((step) => (
              <RowButton
                icon={icons[step]}
                label={`${verbs[step]} ${campaign.name}`}
                isBusy={isActing}
                key={step}
                onClick={() => (step === 'cancel' ? setToCancel(campaign) : void takeStep(step, campaign))}
              />
            ))}
          {isDraft(campaign) && (
            <RowButton icon="trash" label={`Delete ${campaign.name}`} onClick={() => setToDelete(campaign)} />
          )}
        </>
      )}
    >
      <CancelQuestion campaign={toCancel} onClose={() => setToCancel(null)} />
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
  campaign: EmailCampaign | null
  onDone?: (campaign: EmailCampaign) => void
  onClose: () => void
}

/** Asks before a campaign ends for good. */
export const CancelQuestion = ({ campaign, onDone, onClose }: CancelProps) => (
  <ConfirmDialog
    isOpen={campaign !== null}
    question={emailCampaignMessages.emailCampaign.confirmCancel}
    {...(campaign !== null && { subject: campaign.name })}
    detail="Recipients still in the queue won’t get this email, and the campaign can’t be resumed. Emails already on their way will still arrive."
    confirm="Cancel campaign"
    keep="Keep campaign"
    onConfirm={() => campaign !== null && void takeStep('cancel', campaign, onDone)}
    onClose={onClose}
  />
)
