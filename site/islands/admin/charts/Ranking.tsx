import { useState } from 'react'

type Entry = { name: string; counts: readonly number[] }

type Props = {
  title: string
  /** The head of the names, and of each count; the bars show the first count. */
  of: string
  columns: readonly string[]
  entries: readonly Entry[]
  none: string
}

const first = 5

/** Names by how often they were counted, with a bar for each. */
export function Ranking({ title, of, columns, entries, none }: Props) {
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...entries.map(({ counts }) => counts[0] ?? 0))
  const shown = isWhole ? entries : entries.slice(0, first)
  return (
    <section className="ranking">
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p className="quiet">{none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col" className="text">
                {of}
              </th>
              {columns.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, counts }) => (
              <tr key={name}>
                <th scope="row" className="text">
                  {name}
                  <svg className="bar" width="100%" height="4" aria-hidden="true">
                    <rect width={`${(100 * (counts[0] ?? 0)) / most}%`} height="4" rx="2" />
                  </svg>
                </th>
                {columns.map((column, place) => (
                  <td key={column}>{(counts[place] ?? 0).toLocaleString('en-US')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entries.length > first && (
        <button type="button" className="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${entries.length}`}
          <span className="visually-hidden"> of {title.toLowerCase()}</span>
        </button>
      )}
    </section>
  )
}
