import { useStore } from '@nanostores/react'
import type { EmailCampaignRecipient } from '../../../contract/email-campaign-ledger.ts'
import { publicDateAndTime } from '../../lib/dates.ts'
import { leftOutReason } from '../../lib/email-campaign-words.ts'
import { recipientExportPath } from '../../lib/paths.ts'
import type { AdminList } from '../../stores/admin/admin-list.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import type { WhyStores } from '../../stores/email-campaigns/why.ts'
import { ExportLinks } from '../admin/ExportLinks.tsx'
import { RowButton } from '../admin/RowButton.tsx'
import type { Column, Filter } from '../admin/table/columns.ts'
import { DataTable } from '../admin/table/DataTable.tsx'

const choice = createColumnChoice('campaign-recipients')

const statuses = {
  waiting: { label: 'Waiting', badge: 'badge' },
  sent: { label: 'Sent', badge: 'badge badge-good' },
  failed: { label: 'Failed', badge: 'badge badge-bad' },
  skipped: { label: 'Skipped', badge: 'badge badge-waiting' },
} as const

const outcomes = [
  ['bounced', 'Bounced'],
  ['complained', 'Marked as spam'],
  ['unsubscribed', 'Unsubscribed'],
  ['clicked', 'Clicked a link'],
] as const

/** An empty cell. */
const none = '–'

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: Object.entries(statuses).map(([id, { label }]) => [id, label]) },
  { name: 'outcome', label: 'Outcome', options: outcomes },
]

const columns: Column<EmailCampaignRecipient>[] = [
  {
    id: 'email',
    label: 'Email Address',
    isSortable: true,
    isName: true,
    isWide: true,
    cell: ({ email, firstName }) =>
      email === null ? (
        'A person who was erased'
      ) : (
        <>
          {email} {firstName !== null && <span className="cell-excerpt">{firstName}</span>}
        </>
      ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '6.75rem',
    isSortable: true,
    card: 'badge',
    cell: ({ status }) => <span className={statuses[status].badge}>{statuses[status].label}</span>,
  },
  {
    id: 'detail',
    label: 'Reason',
    card: 'line',
    leaves: 'next',
    // Hidden for an accepted email, where it is always '250'.
    cell: ({ detail }) => (detail === null || /^2/.test(detail) ? none : leftOutReason(detail)),
  },
  {
    id: 'outcome',
    label: 'Activity',
    width: '10rem',
    cell: ({ bouncedAt, complainedAt, unsubscribedAt, clickedAt }) => {
      const dates = { bounced: bouncedAt, complained: complainedAt, unsubscribed: unsubscribedAt, clicked: clickedAt }
      const since = outcomes.filter(([id]) => dates[id] !== null)
      if (since.length === 0) return none
      return (
        <span className="badges">
          {since.map(([id, label]) => (
            <span className={id === 'clicked' ? 'badge badge-good' : 'badge badge-bad'} key={id}>
              {label}
            </span>
          ))}
        </span>
      )
    },
  },
  {
    id: 'sentAt',
    label: 'Sent at',
    width: '14rem',
    isSortable: true,
    card: 'date',
    cell: ({ sentAt }) => (sentAt === null ? none : <time dateTime={sentAt}>{publicDateAndTime(sentAt)}</time>),
  },
  { id: 'attempts', label: 'Attempts', width: '5rem', leaves: 'first', cell: ({ attempts }) => attempts },
]

type Props = {
  id: number
  list: AdminList<EmailCampaignRecipient>
  why: Pick<WhyStores, '$isAsking' | 'askAbout'>
  /** The answer to 'Why did this person get this?' is on the screen. */
  onAnswered: () => void
}

/** The recipients of an email campaign, and the outcome of each email. */
export function Recipients({ id, list, why: { $isAsking, askAbout }, onAnswered }: Props) {
  const isAsking = useStore($isAsking)
  return (
    <DataTable
      list={list}
      choice={choice}
      title="Recipients"
      noun="recipients"
      columns={columns}
      filters={filters}
      none="No recipients."
      nameOf={nameOf}
      buttons={1}
      actions={(recipient) => (
        <RowButton
          icon="question"
          label={`Why did ${nameOf(recipient)} get this?`}
          isBusy={isAsking}
          onClick={() => void askAbout(recipient).then((isAnswered) => isAnswered && onAnswered())}
        />
      )}
      tools={<ExportLinks list={list} path={(format) => recipientExportPath(id, format)} />}
    />
  )
}

const nameOf = ({ email }: EmailCampaignRecipient) => email ?? 'a person who was erased'
