import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { durationText } from '../../../lib/durations.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Sparkline } from '../charts/Sparkline.tsx'

type Day = AdminDashboard['days'][number]

type Card = {
  title: string
  total: 'totalUsers' | 'activeUsers' | 'totalSessions' | 'totalTrafficToday'
  /** Subject of the number. */
  sentence: string | ((figures: AdminDashboard) => string)
  curve: string
  perDay: (day: Day) => number
  /** Number for the last seven days. */
  week: (days: readonly Day[]) => string
}

const written = (count: number) => count.toLocaleString('en-US')
const sum = (days: readonly Day[], of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)

const signIns = (count: number) => `${written(count)} sign-${count === 1 ? 'in' : 'ins'} this week`

/** '+13 this week' between the first and the last day; nothing when there is no day before the week. */
function gained(days: readonly Day[], of: (day: Day) => number): string {
  const [before, last] = [days.at(-1 - week), days.at(-1)]
  const gain = before && last ? of(last) - of(before) : 0
  return gain === 0 ? 'None new this week' : `${gain > 0 ? '+' : '−'}${written(Math.abs(gain))} this week`
}

const week = 7

const cards: Card[] = [
  {
    title: 'Total Users',
    total: 'totalUsers',
    sentence: 'Accounts, not counting erased people.',
    curve: 'Accounts',
    perDay: ({ users }) => users,
    week: (days) => gained(days, ({ users }) => users),
  },
  {
    title: 'Active Users',
    total: 'activeUsers',
    sentence: 'Seen in the last 30 days.',
    curve: 'Active each day',
    perDay: ({ activeUsers }) => activeUsers,
    week: (days) =>
      `Up to ${written(Math.max(0, ...days.slice(-week).map(({ activeUsers }) => activeUsers)))} a day this week`,
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
    week: (days) => signIns(sum(days.slice(-week), ({ sessions }) => sessions)),
  },
  {
    title: 'Traffic Today',
    total: 'totalTrafficToday',
    sentence: 'Requests logged today: pages, API calls and bots.',
    curve: 'Requests each day',
    perDay: ({ hits }) => hits,
    week: (days) => `${written(sum(days.slice(-week), ({ hits }) => hits))} this week`,
  },
]

export const StatCards = ({ figures }: { figures: AdminDashboard }) => (
  <ul className="stat-cards">
    {cards.map(({ title, total, sentence, curve, perDay, week: ofWeek }) => (
      <li className="tile stat" key={title}>
        <div>
          <h3>{title}</h3>
          <p className="stat-figure">{written(figures[total])}</p>
          <p className="quiet stat-sentence">{ofWeek(figures.days)}</p>
        </div>
        <Sparkline label={curve} values={figures.days.slice(-week).map(perDay)} />
        <details className="stat-help">
          <summary>
            <Icon name="question" size={18} />
            <span className="visually-hidden">What {title} counts</span>
          </summary>
          <p>{typeof sentence === 'string' ? sentence : sentence(figures)}</p>
        </details>
      </li>
    ))}
  </ul>
)
