import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { durationText } from '../../../lib/durations.ts'
import { Sparkline } from '../charts/Sparkline.tsx'

type Day = AdminDashboard['days'][number]

type Card = {
  title: string
  total: 'totalUsers' | 'activeUsers' | 'totalSessions' | 'totalTrafficToday'
  /** What the number counts. */
  sentence: string | ((figures: AdminDashboard) => string)
  curve: string
  perDay: (day: Day) => number
}

const cards: Card[] = [
  {
    title: 'Total Users',
    total: 'totalUsers',
    sentence: 'Accounts, not counting erased people.',
    curve: 'Accounts',
    perDay: ({ users }) => users,
  },
  {
    title: 'Active Users',
    total: 'activeUsers',
    sentence: 'Seen in the last 30 days.',
    curve: 'Active each day',
    perDay: ({ activeUsers }) => activeUsers,
  },
  {
    title: 'Total Sessions',
    total: 'totalSessions',
    sentence: ({ averageSession }) =>
      averageSession === null
        ? 'Sessions active right now.'
        : `Active right now. Average time signed in: ${durationText(averageSession)}.`,
    curve: 'Sign-ins each day',
    perDay: ({ sessions }) => sessions,
  },
  {
    title: 'Traffic Today',
    total: 'totalTrafficToday',
    sentence: 'Requests logged today: pages, API calls and bots.',
    curve: 'Requests each day',
    perDay: ({ hits }) => hits,
  },
]

const week = 7

export const StatCards = ({ figures }: { figures: AdminDashboard }) => (
  <ul className="stat-cards">
    {cards.map(({ title, total, sentence, curve, perDay }) => (
      <li className="tile stat" key={title}>
        <div>
          <h3>{title}</h3>
          <p className="stat-figure">{figures[total].toLocaleString('en-US')}</p>
          <p className="quiet stat-sentence">{typeof sentence === 'string' ? sentence : sentence(figures)}</p>
        </div>
        <Sparkline label={curve} values={figures.days.slice(-week).map(perDay)} />
      </li>
    ))}
  </ul>
)
