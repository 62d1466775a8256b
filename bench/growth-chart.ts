/** The cost of each operation at that many events; `people`: rows of all kinds that identify a person. */
export type GrowthFigures = {
  events: number
  people: number
  /** Milliseconds, medians. */
  append: number
  command: number
  list: number
  page: number
  /** Seconds. */
  rebuild: number
  /** Milliseconds until `/readyz`. */
  start: number
  /** MB resident: of the idle process, and the most a rebuild used. */
  memory: number
  rebuildMemory: number
}

type Line = { name: string; color: string; of: (figures: GrowthFigures) => number }

/** Colors that also differ in brightness; each line is named at its end as well. */
const lines: Line[] = [
  { name: 'append', color: '#0b3d91', of: ({ append }) => append },
  { name: 'command', color: '#1b7f79', of: ({ command }) => command },
  { name: 'list', color: '#b35c00', of: ({ list }) => list },
  { name: 'page', color: '#6a3d9a', of: ({ page }) => page },
  { name: 'start', color: '#a3195b', of: ({ start }) => start },
  { name: 'idle memory', color: '#4d4d4d', of: ({ memory }) => memory },
  { name: 'rebuild', color: '#c1121f', of: ({ rebuild }) => rebuild },
]

const width = 760
const height = 420
const plot = { left: 64, right: 610, top: 24, bottom: 360 }

/** An SVG: each figure relative to that of the smallest log, on logarithmic axes, so that linear growth is a diagonal. */
export function growthChart(figures: readonly GrowthFigures[]): string {
  const [first] = figures
  const last = figures.at(-1)
  if (!first || !last || first === last) throw new Error('A chart needs at least two sizes.')
  const decades = Math.log10(last.events / first.events)
  const low = 0.5
  const top = Math.max(2, ...lines.flatMap(({ of }) => figures.map((one) => of(one) / of(first)))) * 1.3
  const x = (events: number) => plot.left + (Math.log10(events / first.events) / decades) * (plot.right - plot.left)
  const y = (ratio: number) =>
    plot.bottom - (Math.log10(Math.max(ratio, low) / low) / Math.log10(top / low)) * (plot.bottom - plot.top)
  const place = (value: number) => value.toFixed(1)

  const scale = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].filter((ratio) => ratio <= top)
  const grid = scale.map(
    (ratio) =>
      `<path d="M${plot.left} ${place(y(ratio))}H${plot.right}" stroke="${ratio === 1 ? '#444' : '#ddd'}"/>` +
      `<text x="${plot.left - 8}" y="${place(y(ratio) + 4)}" text-anchor="end">${ratio} ×</text>`,
  )
  const sizes = figures.map(
    ({ events }) =>
      `<text x="${place(x(events))}" y="${plot.bottom + 22}" text-anchor="middle">${events.toLocaleString('en-US')}</text>`,
  )
  const labels = apart(lines.map((line) => ({ line, at: y(line.of(last) / line.of(first)) })))
  const drawn = labels.map(({ line: { name, color, of }, at }) => {
    const points = figures.map((one) => `${place(x(one.events))},${place(y(of(one) / of(first)))}`)
    const ratio = (of(last) / of(first)).toPrecision(3)
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>` +
      `<text x="${plot.right + 10}" y="${place(at + 4)}" fill="${color}">${name} ${ratio} ×</text>`
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title"`,
    ' font-family="system-ui, sans-serif" font-size="13" fill="#222">',
    '<title id="title">What each operation costs as the log grows, relative to the smallest log</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid,
    ...sizes,
    `<text x="${(plot.left + plot.right) / 2}" y="${height - 14}" text-anchor="middle">events in the log</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

const labelHeight = 17

/** Moves labels down so that none covers another, then all up if they leave the chart. */
function apart(labels: { line: Line; at: number }[]): { line: Line; at: number }[] {
  const sorted = labels.toSorted((a, b) => a.at - b.at)
  for (const [index, label] of sorted.entries()) {
    const above = sorted[index - 1]
    if (above && label.at < above.at + labelHeight) label.at = above.at + labelHeight
  }
  const over = Math.max(0, (sorted.at(-1)?.at ?? 0) - plot.bottom)
  return sorted.map(({ line, at }) => ({ line, at: at - over }))
}
