import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { Sparkline } from '../charts/Sparkline.tsx'

type Day = AdminDashboard['days'][number]

type Card = {
  title: string
  total: 'totalUsers' | 'activeUsers' | 'totalSessions' | 'totalTrafficToday'
  /** What the number counts. */
  sentence: string
  curve: string
  perDay: (day: Day) => number
}

const cards: Card[] = [
  {
    title: 'Total Users',
    total: 'totalUsers',
    sentence: 'Accounts, without those of erased people.',
    curve: 'Accounts',
    perDay: ({ users }) => users,
  },
  {
    title: 'Active Users',
    total: 'activeUsers',
    sentence: 'People seen in the last 30 days: signed in, or here with a session.',
    curve: 'People here each day',
    perDay: ({ activeUsers }) => activeUsers,
  },
  {
    title: 'Total Sessions',
    total: 'totalSessions',
    sentence: 'Sessions that live right now.',
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
          <p className="quiet stat-sentence">{sentence}</p>
        </div>
        <Sparkline label={curve} values={figures.days.slice(-week).map(perDay)} />
      </li>
    ))}
  </ul>
)
