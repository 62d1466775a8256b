import { useStore } from '@nanostores/react'
import { campaign } from '../../../contract/campaign.ts'
import { dashboard } from '../../stores/admin/admin-dashboard.ts'
import { decides, ownWaiting } from '../../stores/admin/pending.ts'
import { $may } from '../../stores/rights.ts'
import { Ranking } from './charts/Ranking.tsx'
import { DashboardDays } from './dashboard/DashboardDays.tsx'
import { OwnEvents } from './dashboard/OwnEvents.tsx'
import { OwnWork } from './dashboard/OwnWork.tsx'
import { RecentActivity } from './dashboard/RecentActivity.tsx'
import { StatCards } from './dashboard/StatCards.tsx'
import { System } from './dashboard/System.tsx'
import { Waiting } from './dashboard/Waiting.tsx'
import { LoadFailure, OutdatedNotice } from './LoadFailure.tsx'

/** The first page: the campaign at a glance (administration §2), or what waits for a person who reads no figures. */
export const AdminDashboard = () => (useStore($may)('figures') ? <Glance /> : <OwnWork />)

function Glance() {
  const isLoading = useStore(dashboard.$isLoading)
  return (
    <section className="dashboard" aria-labelledby="dashboard-title" aria-busy={isLoading}>
      <div className="table-head">
        <h2 id="dashboard-title">Dashboard</h2>
        <p className="quiet">Days begin at midnight in the campaign’s time zone, {zone}.</p>
      </div>
      <DashboardBody />
    </section>
  )
}

const zone = campaign.timeZone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ')

function DashboardBody() {
  const state = useStore(dashboard.$state)
  const may = useStore($may)
  switch (state.status) {
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={dashboard.reload} />
    case 'loading':
      return <DashboardSkeleton />
    case 'loaded': {
      const { value, problem } = state
      return (
        <div className="dashboard-grid">
          {problem !== null && (
            <div className="dashboard-row">
              <OutdatedNotice state={state} onRetry={dashboard.reload} />
            </div>
          )}
          <StatCards figures={value} />
          {decides(may) && <Waiting kinds={ownWaiting(value.waiting, may)} />}
          <OwnEvents />
          <DashboardDays days={value.days} marks={value.marks} />
          {value.leftOut?.includes('recentActivity') ? (
            <p className="quiet dashboard-row">Your role doesn’t include what single people did.</p>
          ) : (
            <RecentActivity items={value.recentActivity} />
          )}
          <div className="tile dashboard-row">
            <Ranking
              title="Top Countries"
              of="Country"
              columns={['Visits']}
              entries={value.topCountries.map(({ country, count }) => ({ name: country, counts: [count] }))}
              none="No visits with a known country yet."
            />
            <p className="quiet tile-note">
              Unique visits of the last 30 days. <a href="https://db-ip.com">IP Geolocation by DB-IP</a>
            </p>
          </div>
          {may('operations') && <System />}
        </div>
      )
    }
  }
}

const cards = ['users', 'active', 'sessions', 'traffic']

/** Placeholders in the size of the tiles that replace them. */
const DashboardSkeleton = () => (
  <div className="dashboard-grid">
    <p className="visually-hidden" role="status">
      Loading dashboard…
    </p>
    <div className="stat-cards">
      {cards.map((card) => (
        <div className="tile stat" key={card}>
          <div className="stack-tight">
            <span className="skeleton" />
            <span className="skeleton skeleton-figure" />
            <span className="skeleton" />
          </div>
          <span className="skeleton skeleton-curve" />
        </div>
      ))}
    </div>
    <div className="tile tile-side skeleton-list">
      <span className="skeleton" />
    </div>
    <div className="tile tile-days skeleton-tile">
      <span className="skeleton" />
    </div>
    <div className="tile tile-side skeleton-list">
      <span className="skeleton" />
    </div>
  </div>
)
