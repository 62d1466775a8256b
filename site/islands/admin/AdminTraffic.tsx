import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { TrafficLog } from '../../../contract/traffic.ts'
import { fullName, placeName } from '../../lib/names.ts'
import { sourceOf } from '../../lib/source-link.ts'
import { trafficList } from '../../stores/admin/admin-traffic.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { $mayOnce } from '../../stores/rights.ts'
import { ShortCodesOnDemand } from './ShortCodesOnDemand.tsx'
import { Stamp } from './Stamp.tsx'
import { TrafficOverview } from './TrafficOverview.tsx'
import type { Column, Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'

const choice = createColumnChoice('traffic')

const columns: Column<TrafficLog>[] = [
  {
    id: 'timestamp',
    label: 'Timestamp',
    width: '11.75rem',
    isSortable: true,
    isName: true,
    cell: ({ timestamp }) => <Stamp at={timestamp} />,
  },
  {
    id: 'user',
    label: 'User',
    width: '8rem',
    cell: ({ user, isBot }) => (
      <>
        {user === null ? 'Anonymous' : fullName(user)} {isBot && <span className="badge">Bot</span>}
      </>
    ),
  },
  {
    id: 'ipAddress',
    label: 'IP Address',
    width: '7.25rem',
    leaves: 'first',
    cell: ({ ipAddress }) => <span className="mono">{ipAddress}</span>,
  },
  {
    id: 'location',
    label: 'Location',
    width: '7rem',
    leaves: 'next',
    cell: ({ location }) => placeName(location, 'Unknown'),
  },
  { id: 'source', label: 'Source', width: '7rem', cell: ({ sourceUrl }) => <Source sourceUrl={sourceUrl} /> },
  { id: 'template', label: 'Template', width: '5rem', leaves: 'first', cell: ({ templateId }) => templateId ?? '–' },
  {
    id: 'request',
    label: 'Request',
    isWide: true,
    card: 'line',
    cell: ({ requestMethod, requestPath }) => (
      <span className="mono">
        {requestMethod} {requestPath}
      </span>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '4.5rem',
    card: 'badge',
    cell: ({ responseStatus }) => (
      <span className={responseStatus >= 400 ? 'badge badge-bad' : 'badge'}>{responseStatus}</span>
    ),
  },
]

const filters: Filter[] = [
  {
    name: 'unique',
    label: 'Requests',
    unfiltered: 'Unique visits',
    options: Object.entries({ no: 'Repeat requests', all: 'All requests' }),
  },
  { name: 'status', label: 'Status', options: Object.entries({ ok: 'OK', error: 'Errors (400 or more)' }) },
  {
    name: 'bot',
    label: 'Sent by',
    unfiltered: 'People and bots',
    options: Object.entries({ no: 'People', yes: 'Bots' }),
  },
  { name: 'path', label: 'Path starts with' },
  { name: 'source', label: 'Source, e.g. news.example.com' },
  { name: 'country', label: 'Country (or unknown)' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
]

const title = 'Unique Visits Monitoring'

/** The requests show people, so some staff see only figures, or only short links. */
export function AdminTraffic() {
  const may = useStore($mayOnce)
  const hasFigures = may('figures')
  const hasRequests = may('operations')
  const note = (
    <>
      {hasFigures && <TrafficOverview />}
      {may('short-links') && <ShortCodesOnDemand isAlone={!hasFigures && !hasRequests} />}
    </>
  )
  if (hasRequests) return <Requests note={note} />
  return (
    <section aria-labelledby="traffic-title">
      <div className="table-head">
        <h2 id="traffic-title">{hasFigures ? title : 'Short links'}</h2>
      </div>
      {note}
      {hasFigures && <p className="table-note">Your role doesn’t include the list of single requests.</p>}
    </section>
  )
}

const Requests = ({ note }: { note: ReactNode }) => (
  <DataTable
    list={trafficList}
    choice={choice}
    title={title}
    noun="requests"
    columns={columns}
    filters={filters}
    isSearchable={false}
    none="No visits yet."
    nameOf={({ requestMethod, requestPath }) => `request ${requestMethod} ${requestPath}`}
    note={note}
  />
)

/** No referrer, so that other sites do not learn the address of our console. */
function Source({ sourceUrl }: { sourceUrl: string | null }) {
  const source = sourceOf(sourceUrl)
  if (source === null) return 'Direct'
  return (
    <a href={source.href} title={source.href} target="_blank" rel="noopener noreferrer">
      {source.host}
    </a>
  )
}
