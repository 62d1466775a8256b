import { axisTop } from '../../../lib/axis.ts'
import { calendarDate, calendarDay } from '../../../lib/dates.ts'
import { Plot, type Series } from './Plot.tsx'
import { usePlotCursor } from './use-plot-cursor.ts'

type Panel = { title: string; series: readonly Series[] }

type Props = {
  /** Names the chart: 'Visits per day'. */
  label: string
  days: readonly string[]
  /** Plots below each other over the same days, each with an axis of its own. */
  panels: readonly Panel[]
  /** The campaign’s own activities, by day. */
  marks?: ReadonlyMap<string, readonly string[]>
  /** For curves over another unit: its name, and how one is written in full and below the plot. */
  unit?: { name: string; full: (one: string) => string; short: (one: string) => string }
}

const byDay = { name: 'day', full: calendarDate, short: calendarDay }

/**
 * Curves per day. The pointer or the arrow keys choose a day, whose figures stand above the plots; screen readers hear
 * them as the value of a slider.
 */
export function DayChart({ label, days, panels, marks, unit = byDay }: Props) {
  const last = days.length - 1
  const { chosen, handlers } = usePlotCursor(days.length)
  const day = days[chosen]
  if (day === undefined) return null

  const all = panels.flatMap(({ series }) => series)
  const figures = all.map(({ label: name, values }) => `${name} ${(values[chosen] ?? 0).toLocaleString('en-US')}`)
  const done = marks?.get(day) ?? []
  const marked = days.flatMap((one, place) => (marks?.has(one) ? [place] : []))
  return (
    <div className="day-chart">
      <div className={marks ? 'readout readout-tall' : 'readout'} aria-hidden="true">
        <strong>{unit.full(day)}</strong>
        {all.map(({ label: name, tone, values }) => (
          <span key={name} className="readout-figure">
            <Sample tone={tone} /> {name} <b>{(values[chosen] ?? 0).toLocaleString('en-US')}</b>
          </span>
        ))}
        {done.length > 0 && <span className="readout-marks">{done.join(' · ')}</span>}
      </div>
      <div
        className="plots"
        role="slider"
        tabIndex={0}
        aria-label={`${label}: ${unit.name}`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={[unit.full(day), ...figures, ...done].join(', ')}
        {...handlers}
      >
        {panels.map(({ title, series }) => {
          const top = axisTop(series.flatMap(({ values }) => values))
          return (
            <div className="panel" key={title}>
              {panels.length > 1 && <p className="panel-title">{title}</p>}
              <div className="axis">
                {[top, top / 2, 0].map((tick) => (
                  <span key={tick}>{tick.toLocaleString('en-US')}</span>
                ))}
              </div>
              <Plot series={series} top={top} chosen={chosen} marked={marked} />
            </div>
          )
        })}
        <div className="days">
          {[0, Math.floor(last / 2), last]
            .filter((place, at, places) => places.indexOf(place) === at)
            .map((place) => (
              <span key={place}>{unit.short(days[place] ?? day)}</span>
            ))}
        </div>
      </div>
    </div>
  )
}

/** A piece of the curve, with its dash. */
export const Sample = ({ tone }: { tone: Series['tone'] }) => (
  <svg className={`sample curve-${tone}`} width="20" height="8" viewBox="0 0 20 8" aria-hidden="true">
    <path className="curve-line" d="M0 4H20" />
  </svg>
)
