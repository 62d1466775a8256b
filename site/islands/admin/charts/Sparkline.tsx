import { Plot } from './Plot.tsx'

type Props = {
  /** Subject of the curve: 'Requests each day'. */
  label: string
  values: readonly number[]
}

const written = (value: number) => value.toLocaleString('en-US')

/** The curve of a week between its lowest and its highest day. */
export function Sparkline({ label, values }: Props) {
  const [bottom, top] = [Math.min(...values), Math.max(...values)]
  return (
    <figure className="sparkline">
      <Plot series={[{ label, tone: 'visits', values }]} top={top} bottom={bottom} chosen={values.length - 1} />
      <figcaption className="visually-hidden">
        {label}, last {values.length} days: {bottom === top ? written(top) : `${written(bottom)} to ${written(top)}`}.
        From day to day: {values.map(written).join('; ')}.
      </figcaption>
    </figure>
  )
}
