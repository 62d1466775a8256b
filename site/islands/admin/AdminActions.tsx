import { useStore } from '@nanostores/react'
import type { AdminAction } from '../../../contract/admin.ts'
import { itemWords, settingNames } from '../../../contract/topic-words.ts'
import { rightOfTopic } from '../../../records/rights-of-topics.ts'
import { type Change, changesOf, passageOf, remarksOf } from '../../lib/changes.ts'
import { codeLabel, fieldLabel, historyName } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { fullName } from '../../lib/names.ts'
import { tableExportPath } from '../../lib/paths.ts'
import { $actionNames, $actionRights, $actors, actionList } from '../../stores/admin/admin-actions.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { type HistoryTopic, openHistory } from '../../stores/admin/history.ts'
import { $may } from '../../stores/rights.ts'
import { Icon } from '../ui/Icon.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { SealState } from './SealState.tsx'
import { Stamp } from './Stamp.tsx'
import type { Column, Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { EmailAddress } from './table/EmailAddress.tsx'
import { LongText } from './table/LongText.tsx'

const choice = createColumnChoice('actions')

const columns: Column<AdminAction>[] = [
  {
    id: 'timestamp',
    label: 'Timestamp',
    width: '11.75rem',
    isSortable: true,
    card: 'date',
    cell: ({ timestamp }) => <Stamp at={timestamp} />,
  },
  {
    id: 'admin',
    label: 'Admin',
    width: '8rem',
    card: 'line',
    cell: ({ actor }) => actor.name,
    full: ({ actor, admin, ipAddress }) => (
      <>
        {actor.name}
        {admin !== null && admin.email !== actor.name && (
          <p>
            <EmailAddress email={admin.email} />
          </p>
        )}
        {ipAddress !== null && <p className="mono">{ipAddress}</p>}
      </>
    ),
  },
  { id: 'action', label: 'Action', width: '11.5rem', isName: true, cell: ({ action }) => action },
  {
    id: 'rights',
    label: 'Right',
    width: '8rem',
    leaves: 'first',
    // While the server is updated, an older process sends none.
    cell: ({ rights = [] }) => (rights.length > 0 ? codeLabel(rights.join(' and ')) : <span className="quiet">–</span>),
  },
  { id: 'target', label: 'Target User', width: '10rem', leaves: 'first', cell: (action) => <Target {...action} /> },
  {
    id: 'details',
    label: 'Details',
    isWide: true,
    cell: sentenceOf,
    full: (action) => <Details action={action} />,
  },
]

/** The change, in one sentence. */
function sentenceOf({ before, after, details }: AdminAction): string {
  const changes = changesOf(before, after)
  const told = new Set(changes.map(({ name }) => name))
  const remarks = remarksOf(details).filter(([name]) => !told.has(name))
  return [
    ...changes.map(({ name, before, after }) => `${fieldLabel(name)}: ${[before, after].filter(Boolean).join(' → ')}`),
    ...remarks.map(([name, text]) => `${fieldLabel(name)}: ${text}`),
  ].join('; ')
}

const hasHistory = (topic: string): topic is HistoryTopic => itemWords.has(topic) || Object.hasOwn(settingNames, topic)
const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Items that have no history of their own in the console. */
const otherItems: ReadonlyMap<string, string> = new Map([['staff-sets', 'Role of your own']])

const topics = [...itemWords].map(([topic, item]): [string, string] => [topic, capitalized(item)])

export function AdminActions() {
  const actors = useStore($actors)
  const actions = useStore($actionNames)
  const rights = useStore($actionRights)
  const may = useStore($may)
  const filters: Filter[] = [
    { name: 'admin', label: 'Admin', options: actors },
    { name: 'action', label: 'Action', proposals: actions },
    { name: 'right', label: 'Right', proposals: rights },
    { name: 'target', label: 'Target user ID' },
    { name: 'topic', label: 'Topic', options: topics },
    { name: 'from', label: 'From', type: 'date' },
    { name: 'to', label: 'To', type: 'date' },
  ]
  return (
    <DataTable
      list={actionList}
      choice={choice}
      title="Admin Actions Log"
      noun="actions"
      columns={columns}
      filters={filters}
      none="No actions yet."
      tools={<ExportLinks list={actionList} path={(format) => tableExportPath('actions', format)} hasPeople />}
      nameOf={({ action }) => `action ${action}`}
      {...(may('operations') && { note: <SealState /> })}
    />
  )
}

/** The person concerned, and the history of the item, which is kept even when the item is deleted. */
function Target({ targetUser, target }: Pick<AdminAction, 'targetUser' | 'target'>) {
  if (targetUser === null && target === null) return <span className="quiet">–</span>
  return (
    <>
      {targetUser !== null && fullName(targetUser)} {target !== null && <TargetItem target={target} />}
    </>
  )
}

function TargetItem({ target: { topic, id } }: { target: NonNullable<AdminAction['target']> }) {
  const may = useStore($may)
  if (!hasHistory(topic) || !may(rightOfTopic[topic]))
    return (
      <span className="quiet">
        {otherItems.get(topic) ?? capitalized(topic.replaceAll('-', ' '))} {id}
      </span>
    )
  const name = historyName(topic, id)
  return (
    <button
      className="link-button"
      type="button"
      aria-label={`History of ${name}`}
      onClick={() => openHistory(topic, id)}
    >
      {name}
    </button>
  )
}

/** The change, in words; the record itself is one click away. */
function Details({ action: { id, action, timestamp, before, after, details } }: { action: AdminAction }) {
  const changes = changesOf(before, after)
  const told = new Set(changes.map(({ name }) => name))
  const remarks = remarksOf(details).filter(([name]) => !told.has(name))
  return (
    <>
      {(changes.length > 0 || remarks.length > 0) && (
        <dl className="changes">
          {changes.map((change) => (
            <div key={change.name}>
              <dt>{fieldLabel(change.name)}</dt>
              <dd dir="auto">
                <Difference change={change} of={`${fieldLabel(change.name)} of action ${id}`} />
              </dd>
            </div>
          ))}
          {remarks.map(([name, text]) => (
            <div key={name}>
              <dt>{fieldLabel(name)}</dt>
              <dd>
                <LongText text={text} of={`${fieldLabel(name)} of action ${id}`} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <details className="record">
        <summary>
          JSON
          <span className="visually-hidden">
            {' '}
            of {action}, {dateAndTime(timestamp)}
          </span>
        </summary>
        <pre className="details">{JSON.stringify(details, null, 2)}</pre>
      </details>
    </>
  )
}

/** Old and new value; for a long text, the passage that differs. */
function Difference({ change: { before, after }, of }: { change: Change; of: string }) {
  const passage = before !== undefined && after !== undefined ? passageOf(before, after) : null
  if (passage !== null)
    return (
      <>
        {passage.start}
        {passage.removed !== '' && <Removed text={passage.removed} of={of} />}{' '}
        {passage.added !== '' && <Added text={passage.added} of={of} />} {passage.end}
      </>
    )
  return (
    <>
      {before !== undefined && <Removed text={before} of={of} />}
      {before !== undefined && after !== undefined && <Icon name="arrow" size={14} />}
      {after !== undefined && <Added text={after} of={of} />}
    </>
  )
}

const Removed = ({ text, of }: { text: string; of: string }) => (
  <del>
    <span className="visually-hidden">Before: </span>
    <LongText text={text} of={`old ${of}`} />
  </del>
)

const Added = ({ text, of }: { text: string; of: string }) => (
  <ins>
    <span className="visually-hidden">After: </span>
    <LongText text={text} of={`new ${of}`} />
  </ins>
)
