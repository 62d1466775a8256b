import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { axisTop } from '../../lib/axis.ts'
import { points, rangeOf } from '../../lib/genetic-figures.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { Sample } from '../admin/charts/DayChart.tsx'
import { Figures } from '../admin/charts/Figures.tsx'
import { Plot } from '../admin/charts/Plot.tsx'
import { usePlotCursor } from '../admin/charts/use-plot-cursor.ts'

type Generation = GeneticAnalytics['generations'][number]

const label = 'Fitness per generation'

/** The value of a visit in each generation, with its range, and the figures behind it. */
export function GenerationChart({ generations }: { generations: readonly Generation[] }) {
  const measured = generations.flatMap((one) => (one.fitness === null ? [] : [{ ...one, fitness: one.fitness }]))
  return (
    <section className="tile" aria-labelledby="generations-title">
      <h2 id="generations-title">{label}</h2>
      <p className="quiet small">
        Points per 100 visits, and the range that holds the true value with 80% probability. A rise may come from
        different visitors, since generations run one after another.
      </p>
      {measured.length === 0 ? (
        <p className="notice">No visits have been counted yet.</p>
      ) : (
        <Curve generations={measured} />
      )}
      <Figures
        label={label}
        rows={generations.toReversed()}
        keyOf={({ generation }) => String(generation)}
        columns={[
          { label: 'Generation', cell: ({ generation }) => generation },
          { label: 'Began', isText: true, cell: ({ at }) => dateAndTime(at) },
          { label: 'Why', isText: true, cell: reasonOf },
          { label: 'Visitors', cell: ({ visitors }) => visitors.toLocaleString('en-US') },
          { label: 'Donations', cell: ({ donations }) => donations.toLocaleString('en-US') },
          { label: 'Volunteers', cell: ({ volunteers }) => volunteers.toLocaleString('en-US') },
          { label: 'Fitness', cell: ({ fitness }) => (fitness === null ? '–' : points(fitness.mean)) },
          { label: '80% range', cell: ({ fitness }) => (fitness === null ? '–' : rangeOf(fitness, points)) },
        ]}
      />
    </section>
  )
}

function reasonOf({ trigger, by }: Generation): string {
  switch (trigger) {
    case 'seed':
      return 'The first one'
    case 'auto':
      return 'Enough visits'
    case 'forced':
      return by === null ? 'Forced' : `Forced by ${by}`
    case 'pool':
      return 'The gene pool changed'
  }
}

type Measured = Generation & { fitness: NonNullable<Generation['fitness']> }

function Curve({ generations }: { generations: readonly Measured[] }) {
  const { chosen, handlers } = usePlotCursor(generations.length)
  const now = generations[chosen]
  if (now === undefined) return null
  const fitness = generations.map((one) => one.fitness)
  const top = axisTop(fitness.map(({ high }) => high))
  const ends = [...new Set([generations[0], now, generations.at(-1)])].flatMap((one) => one?.generation ?? [])
  const words = `${points(now.fitness.mean)} points, ${rangeOf(now.fitness, points)}`
  return (
    <div className="day-chart">
      <div className="readout" aria-hidden="true">
        <strong>Generation {now.generation}</strong>
        <span className="readout-figure">
          <Sample tone="visits" /> Fitness <b>{points(now.fitness.mean)}</b> ({rangeOf(now.fitness, points)})
        </span>
        <span className="quiet">{now.visitors.toLocaleString('en-US')} visitors</span>
      </div>
      <div
        className="plots"
        role="slider"
        tabIndex={0}
        aria-label={`${label}: generation`}
        aria-valuemin={1}
        aria-valuemax={generations.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={`Generation ${now.generation}: ${words}, ${now.visitors} visitors`}
        {...handlers}
      >
        <div className="panel">
          <div className="axis">
            {[top, top / 2, 0].map((tick) => (
              <span key={tick}>{tick.toLocaleString('en-US')}</span>
            ))}
          </div>
          <Plot
            series={[
              {
                label,
                tone: 'visits',
                values: fitness.map(({ mean }) => mean),
                range: { low: fitness.map(({ low }) => low), high: fitness.map(({ high }) => high) },
              },
            ]}
            top={top}
            chosen={chosen}
          />
        </div>
        <div className="days">
          {(ends.length > 2 ? [ends[0], ends.at(-1)] : ends).map((one) => (
            <span key={one}>Generation {one}</span>
          ))}
        </div>
      </div>
    </div>
  )
}
