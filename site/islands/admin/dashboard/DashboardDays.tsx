import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { calendarDate, calendarDay } from '../../../lib/dates.ts'
import { markKinds } from '../../../lib/labels.ts'
import { DayChart } from '../charts/DayChart.tsx'
import { Figures } from '../charts/Figures.tsx'

type Props = Pick<AdminDashboard, 'days' | 'marks'>

const latest = 4

/** Visits, sign-ups and volunteers per day, with campaign activity marked on them. */
export function DashboardDays({ days, marks }: Props) {
  const done = new Map<string, string[]>()
  for (const { day, kind, title } of marks) done.set(day, [...(done.get(day) ?? []), `${markKinds[kind]}: ${title}`])
  return (
    <section className="tile tile-days" aria-labelledby="days-title">
      <h3 id="days-title">The last {days.length} days</h3>
      <DayChart
        label="Visits, sign-ups and volunteers per day"
        days={days.map(({ day }) => day)}
        marks={done}
        panels={[
          {
            title: 'Visits',
            series: [
              { label: 'Visits', tone: 'visits', values: days.map(({ visits }) => visits) },
              { label: 'Unique visits', tone: 'unique', values: days.map(({ uniqueVisits }) => uniqueVisits) },
            ],
          },
          {
            title: 'Email sign-ups',
            series: [{ label: 'Sign-ups', tone: 'signups', values: days.map(({ signups }) => signups) }],
          },
          {
            title: 'Volunteers',
            series: [{ label: 'Volunteers', tone: 'volunteers', values: days.map(({ volunteers }) => volunteers) }],
          },
        ]}
      />
      {marks.length > 0 && (
        <div className="marks">
          <h4>Dashed lines: what we did</h4>
          <ul className="mark-list">
            {marks.slice(-latest).map(({ at, day, kind, title }) => (
              <li key={`${at} ${title}`}>
                <span className="quiet">{calendarDay(day)}</span>
                <span>
                  {markKinds[kind]}: {title}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Figures
        label="Visits, sign-ups and volunteers per day"
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        columns={[
          { label: 'Day', isText: true, cell: ({ day }) => calendarDate(day) },
          { label: 'Visits', cell: ({ visits }) => visits.toLocaleString('en-US') },
          { label: 'Unique visits', cell: ({ uniqueVisits }) => uniqueVisits.toLocaleString('en-US') },
          { label: 'Sign-ups', cell: ({ signups }) => signups.toLocaleString('en-US') },
          { label: 'Volunteers', cell: ({ volunteers }) => volunteers.toLocaleString('en-US') },
          { label: 'What we did', isText: true, cell: ({ day }) => done.get(day)?.join('; ') ?? '–' },
        ]}
      />
    </section>
  )
}
