import { useStore } from '@nanostores/react'
import type { MeasuredSystem, SystemMetric, SystemRange } from '../../../../contract/system-metrics.ts'
import { dateAndTime, shortDate, timeOfDay } from '../../../lib/local-dates.ts'
import { systemMetrics } from '../../../stores/admin/system-metrics.ts'
import { Chooser } from '../../ui/Chooser.tsx'
import { DayChart } from '../charts/DayChart.tsx'
import { Figures } from '../charts/Figures.tsx'
import type { Series } from '../charts/Plot.tsx'
import { Loaded } from '../Loaded.tsx'

const ranges: { [Range in SystemRange]: { label: string; short: (at: string) => string } } = {
  hour: { label: 'Last hour, by minute', short: timeOfDay },
  day: { label: 'Last day, by quarter of an hour', short: timeOfDay },
  month: { label: 'Last 30 days, by six hours', short: shortDate },
  years: { label: 'Last two years, by week', short: shortDate },
}

type Curve = { metric: SystemMetric; label: string; tone: Series['tone'] }

const plots: { title: string; curves: Curve[] }[] = [
  {
    title: 'Requests per minute',
    curves: [
      { metric: 'requests_2xx', label: 'Answered (2xx)', tone: 'visits' },
      { metric: 'requests_3xx', label: 'Redirected or unchanged (3xx)', tone: 'unique' },
      { metric: 'requests_4xx', label: 'Rejected (4xx)', tone: 'signups' },
      { metric: 'requests_5xx', label: 'Failed (5xx)', tone: 'volunteers' },
    ],
  },
  {
    title: 'Commands and appended events per minute',
    curves: [
      { metric: 'commands', label: 'Commands', tone: 'visits' },
      { metric: 'appends', label: 'Events', tone: 'signups' },
    ],
  },
  {
    title: 'Time of a command, in milliseconds',
    curves: [
      { metric: 'command_p50', label: 'Half of them within', tone: 'visits' },
      { metric: 'command_p99', label: '99 of 100 within', tone: 'signups' },
    ],
  },
  {
    title: 'Seconds behind the log',
    curves: [
      { metric: 'projector_lag', label: 'Lists and pages', tone: 'visits' },
      { metric: 'seal_lag', label: 'Seals', tone: 'signups' },
    ],
  },
  {
    title: 'Mails',
    curves: [
      { metric: 'mails_waiting', label: 'Waiting', tone: 'visits' },
      { metric: 'mails_given_up', label: 'Given up', tone: 'signups' },
    ],
  },
  { title: 'Memory in MiB', curves: [{ metric: 'memory', label: 'Memory', tone: 'visits' }] },
  { title: 'Disk used, in percent', curves: [{ metric: 'disk_used', label: 'Disk', tone: 'visits' }] },
]

const curves = plots.flatMap((plot) => plot.curves)
const rounded = (value: number) => Math.round(value * 10) / 10

/** State of the site, as curves and as a table, for a period that the reader chooses. */
export function SystemPanel() {
  const range = useStore(systemMetrics.$query)?.range ?? 'hour'
  const choose = (label: string) => {
    const chosen = (['hour', 'day', 'month', 'years'] as const).find((one) => one === label)
    if (chosen) void systemMetrics.show({ range: chosen })
  }
  return (
    <div className="stack">
      <Chooser
        label="Period"
        value={range}
        options={Object.entries(ranges).map(([name, { label }]) => [name, label])}
        className="filter"
        onChoose={choose}
      />
      <Loaded store={systemMetrics} placeholder={<p role="status">Loading system figures…</p>}>
        {(measured) => <Measured measured={measured} range={range} />}
      </Loaded>
    </div>
  )
}

function Measured({ measured: { points }, range }: { measured: MeasuredSystem; range: SystemRange }) {
  if (points.length === 0) return <p className="quiet">Nothing was measured in this period.</p>
  const label = `System figures: ${ranges[range].label.toLowerCase()}`
  return (
    <>
      <DayChart
        label={label}
        days={points.map(({ at }) => at)}
        unit={{ name: 'time', full: dateAndTime, short: ranges[range].short }}
        panels={plots.map(({ title, curves: drawn }) => ({
          title,
          series: drawn.map(({ metric, label: name, tone }) => ({
            label: name,
            tone,
            values: points.map(({ values }) => rounded(values[metric] ?? 0)),
          })),
        }))}
      />
      <p className="quiet small">Where nothing was measured, the curve is at 0 and the table has a dash.</p>
      <Figures
        label={label}
        rows={points.toReversed()}
        keyOf={({ at }) => at}
        columns={[
          { label: 'Time', isText: true, cell: ({ at }) => dateAndTime(at) },
          ...curves.map(({ metric, label: name }) => ({
            label: name,
            cell: ({ values }: MeasuredSystem['points'][number]) => {
              const value = values[metric]
              return value === undefined ? '–' : rounded(value).toLocaleString('en-US')
            },
          })),
        ]}
      />
    </>
  )
}
