import { useStore } from '@nanostores/react'
import type { AccuracyRow } from '../../../contract/moderation-accuracy.ts'
import { calendarDate, calendarDay } from '../../lib/dates.ts'
import { violationLabels } from '../../lib/labels.ts'
import {
  type ChosenType,
  type Counts,
  countsPerWeek,
  percentOrDash,
  precisionOf,
  recallOf,
  sumOf,
} from '../../lib/moderation-accuracy.ts'
import { $chosenType, accuracy } from '../../stores/moderation/moderation-accuracy.ts'
import { Sample } from '../admin/charts/DayChart.tsx'
import { Figures } from '../admin/charts/Figures.tsx'
import { Plot } from '../admin/charts/Plot.tsx'
import { usePlotCursor } from '../admin/charts/use-plot-cursor.ts'
import { Loaded } from '../admin/Loaded.tsx'
import { Chooser } from '../ui/Chooser.tsx'

type Week = Counts & { week: string }

const types: [ChosenType, string][] = [
  ['all', 'All violations'],
  ...Object.entries(violationLabels).flatMap(([type, label]): [ChosenType, string][] =>
    isType(type) && type !== 'none' ? [[type, label]] : [],
  ),
  ['none', 'Not named'],
]

function isType(word: string): word is AccuracyRow['violationType'] {
  return Object.hasOwn(violationLabels, word)
}

/** Precision and recall of the check against people's decisions, per type of violation and week. */
export function AccuracyPanel() {
  const type = useStore($chosenType)
  return (
    <div className="stack">
      <p className="small">
        Precision: the share of the posts stopped by the check that people rejected too. Recall: the share of the
        violations found by people that the check had stopped. Only posts that people looked at count: held, appealed,
        reported and deleted ones. No one knows the violations that went unnoticed, so the true recall is lower.
      </p>
      <Chooser
        label="Type of violation"
        value={type}
        options={types}
        onChoose={(value) => $chosenType.set(isType(value) ? value : 'all')}
      />
      <Loaded store={accuracy} placeholder={<p role="status">Loading the figures…</p>}>
        {(rows) => <Measured weeks={countsPerWeek(rows, type)} />}
      </Loaded>
    </div>
  )
}

const label = 'Precision and recall per week'

function Measured({ weeks }: { weeks: Week[] }) {
  const total = sumOf(weeks)
  const judged = total.right + total.wrong + total.missed
  if (judged === 0) return <p className="quiet">Moderators haven’t decided on any such post in the last six months.</p>
  return (
    <>
      <p>
        Last six months: precision <b>{percentOrDash(precisionOf(total))}</b>, recall{' '}
        <b>{percentOrDash(recallOf(total))}</b>, from {judged.toLocaleString('en-US')}{' '}
        {judged === 1 ? 'decision' : 'decisions'}.
      </p>
      <Curves weeks={weeks} />
      <p className="quiet small">A week without such decisions leaves a gap in the curve and a dash in the table.</p>
      <Figures
        label={label}
        rows={weeks.toReversed()}
        keyOf={({ week }) => week}
        columns={[
          { label: 'Week of', isText: true, cell: ({ week }) => calendarDate(week) },
          { label: 'Precision', cell: (counts) => percentOrDash(precisionOf(counts)) },
          { label: 'Recall', cell: (counts) => percentOrDash(recallOf(counts)) },
          { label: 'Stopped, people agreed', cell: ({ right }) => right.toLocaleString('en-US') },
          { label: 'Stopped, people disagreed', cell: ({ wrong }) => wrong.toLocaleString('en-US') },
          { label: 'Missed', cell: ({ missed }) => missed.toLocaleString('en-US') },
        ]}
      />
    </>
  )
}

function Curves({ weeks }: { weeks: Week[] }) {
  const { chosen, handlers } = usePlotCursor(weeks.length)
  const now = weeks[chosen]
  if (now === undefined) return null
  const [precision, recall] = [percentOrDash(precisionOf(now)), percentOrDash(recallOf(now))]
  return (
    <div className="day-chart">
      <div className="readout" aria-hidden="true">
        <strong>Week of {calendarDate(now.week)}</strong>
        <span className="readout-figure">
          <Sample tone="visits" /> Precision <b>{precision}</b>
        </span>
        <span className="readout-figure">
          <Sample tone="signups" /> Recall <b>{recall}</b>
        </span>
      </div>
      <div
        className="plots"
        role="slider"
        tabIndex={0}
        aria-label={`${label}: week`}
        aria-valuemin={1}
        aria-valuemax={weeks.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={`Week of ${calendarDate(now.week)}, precision ${spoken(precision)}, recall ${spoken(recall)}`}
        {...handlers}
      >
        <div className="panel">
          <div className="axis">
            {['100%', '50%', '0%'].map((tick) => (
              <span key={tick}>{tick}</span>
            ))}
          </div>
          <Plot
            series={[
              { label: 'Precision', tone: 'visits', values: weeks.map(precisionOf) },
              { label: 'Recall', tone: 'signups', values: weeks.map(recallOf) },
            ]}
            top={100}
            chosen={chosen}
          />
        </div>
        <div className="days">
          {[weeks[0], weeks[Math.floor(weeks.length / 2)], weeks.at(-1)].map(
            (one) => one && <span key={one.week}>{calendarDay(one.week)}</span>,
          )}
        </div>
      </div>
    </div>
  )
}

const spoken = (percent: string) => (percent === '–' ? 'unknown' : percent)
