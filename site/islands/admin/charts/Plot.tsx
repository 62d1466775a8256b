import { Area, LinePath } from '@visx/shape'
import { type Point, placeOf, plotPoints } from '../../../lib/axis.ts'

/** The tone names a color and a dash in charts.css: `visits unique signups volunteers`. */
export type Series = {
  label: string
  tone: 'visits' | 'unique' | 'signups' | 'volunteers'
  /** NaN: unknown, a gap in the curve. */
  values: readonly number[]
  /** A band around the curve, in place of the area below it. */
  range?: { low: readonly number[]; high: readonly number[] }
}

type Props = {
  series: readonly Series[]
  top: number
  /** Where the curve begins to rise; 0 unless it has no axis. */
  bottom?: number
  /** The chosen day, by place. */
  chosen?: number
  /** Days with campaign activity, by place. */
  marked?: readonly number[]
}

/**
 * Curves on a stretched grid of 100 × 100; strokes keep their width. Dots lie in a second drawing that nothing stretches:
 * WebKit draws a stroke without length as a flat ellipse. The words are outside, in HTML.
 */
export function Plot({ series, top, bottom = 0, chosen, marked = [] }: Props) {
  const count = series[0]?.values.length ?? 0
  return (
    <div className="plot">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className="plot-grid" d="M0 0H100M0 50H100" />
        <path className="plot-base" d="M0 100H100" />
        {marked.map((place) => (
          <path className="plot-mark" key={place} d={`M${placeOf(place, count)} 0V100`} />
        ))}
        {chosen !== undefined && <path className="plot-cursor" d={`M${placeOf(chosen, count)} 0V100`} />}
        {series.map(({ label, ...curve }) => (
          <Curve key={label} {...curve} {...{ top, bottom }} />
        ))}
      </svg>
      {chosen !== undefined && (
        <svg aria-hidden="true">
          {series.map(({ label, tone, values }) => {
            const dot = plotPoints(values, top, bottom)[chosen]
            return (
              dot &&
              isKnown(dot) && <circle className={`curve-${tone}`} key={label} cx={`${dot.x}%`} cy={`${dot.y}%`} r="4" />
            )
          })}
        </svg>
      )}
    </div>
  )
}

const isKnown = ({ y }: Point) => !Number.isNaN(y)

type CurveProps = Omit<Series, 'label'> & { top: number; bottom: number }

function Curve({ tone, values, range, top, bottom }: CurveProps) {
  const points = plotPoints(values, top, bottom)
  const [low, high] = [range?.low, range?.high].map((edge) => edge && plotPoints(edge, top, bottom))
  return (
    <g className={`curve curve-${tone}`}>
      <Area
        className="curve-area"
        data={high ?? points}
        x={({ x }) => x}
        y0={(_, place) => low?.[place]?.y ?? 100}
        y1={({ y }) => y}
        defined={isKnown}
      />
      <LinePath className="curve-line" data={points} x={({ x }) => x} y={({ y }) => y} defined={isKnown} />
    </g>
  )
}
