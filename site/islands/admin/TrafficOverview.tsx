import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { TrafficSummary } from '../../../contract/traffic.ts'
import { calendarDate } from '../../lib/dates.ts'
import { trafficList, trafficSummary } from '../../stores/admin/admin-traffic.ts'
import { $may } from '../../stores/rights.ts'
import { DayChart } from './charts/DayChart.tsx'
import { Figures } from './charts/Figures.tsx'
import { Ranking } from './charts/Ranking.tsx'
import { Loaded } from './Loaded.tsx'

/** Definition of a visit, and the visits of the chosen days, which are loaded when they are opened. */
export function TrafficOverview() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="overview" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>Overview</span>{' '}
        <span className="quiet">First visit per IP in 24 hours, excluding API calls and authentication pages.</span>
      </summary>
      {isOpen && <Opened />}
    </details>
  )
}

function Opened() {
  const isLoading = useStore(trafficSummary.$isLoading)
  return (
    <div aria-busy={isLoading}>
      <p className="table-note">
        A visit is a page that a person viewed: bots and failed requests don’t count. Requests are kept for 30 days.
        Locations: <a href="https://db-ip.com">IP Geolocation by DB-IP</a>
      </p>
      <Summary />
    </div>
  )
}

/** Beside the list of requests, a failure is announced once: the table below shows the same problem. */
function Summary() {
  const hasList = useStore($may)('operations')
  return hasList ? <SummaryAboveList /> : <Days />
}

function SummaryAboveList() {
  const state = useStore(trafficSummary.$state)
  const list = useStore(trafficList.$state)
  if ((state.status === 'failed' || state.status === 'offline') && list.status === state.status) return null
  return <Days />
}

const Days = () => (
  <Loaded store={trafficSummary} placeholder={<Skeleton />}>
    {(summary) => <Visits summary={summary} />}
  </Loaded>
)

const Skeleton = () => (
  <div className="overview-grid">
    <div className="tile skeleton-plot overview-days">
      <span className="skeleton" />
    </div>
    {['pages', 'sources', 'countries', 'devices'].map((list) => (
      <div className="tile skeleton-list" key={list}>
        <span className="skeleton" />
      </div>
    ))}
  </div>
)

const rankings = [
  { title: 'Top pages', of: 'Page', part: 'pages' },
  { title: 'Sources', of: 'Source', part: 'sources' },
  { title: 'Countries', of: 'Country', part: 'countries' },
  { title: 'Devices', of: 'Device', part: 'devices' },
] as const

function Visits({ summary }: { summary: TrafficSummary }) {
  const { from, to, days } = summary
  const sum = (part: 'visits' | 'uniqueVisits') =>
    days.reduce((total, day) => total + day[part], 0).toLocaleString('en-US')
  return (
    <div className="overview-grid">
      <section className="tile overview-days" aria-labelledby="visits-title">
        <div className="tile-head">
          <h3 id="visits-title">Visits per day</h3>
          <p className="quiet">
            {calendarDate(from)} to {calendarDate(to)}: {sum('visits')} visits, {sum('uniqueVisits')} of them unique
          </p>
        </div>
        <DayChart
          label="Visits per day"
          days={days.map(({ day }) => day)}
          panels={[
            {
              title: 'Visits',
              series: [
                { label: 'Visits', tone: 'visits', values: days.map(({ visits }) => visits) },
                { label: 'Unique visits', tone: 'unique', values: days.map(({ uniqueVisits }) => uniqueVisits) },
              ],
            },
          ]}
        />
        <Figures
          label="Visits per day"
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { label: 'Day', isText: true, cell: ({ day }) => calendarDate(day) },
            { label: 'Visits', cell: ({ visits }) => visits.toLocaleString('en-US') },
            { label: 'Unique visits', cell: ({ uniqueVisits }) => uniqueVisits.toLocaleString('en-US') },
          ]}
        />
      </section>
      {rankings.map(({ title, of, part }) => (
        <div className="tile" key={part}>
          <Ranking
            title={title}
            of={of}
            columns={['Visits', 'Unique']}
            entries={summary[part].map(({ name, visits, uniqueVisits }) => ({ name, counts: [visits, uniqueVisits] }))}
            none="No visits in these days."
          />
        </div>
      ))}
    </div>
  )
}
