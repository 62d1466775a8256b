import { measurementsPath } from '../../../lib/paths.ts'
import { Icon } from '../../ui/Icon.tsx'

const tables = [
  { table: 'exposures', name: 'Exposures' },
  { table: 'visits', name: 'Visits' },
  { table: 'conversions', name: 'Conversions' },
  { table: 'donation-clicks', name: 'Donation link, with sources' },
]

/** The raw data, for analysis with other tools. */
export const MeasurementExport = () => (
  <section className="card stack" aria-labelledby="export-title">
    <h2 id="export-title">Raw measurements</h2>
    <p className="quiet small">Every page shown, every visit and every conversion. No address, no name.</p>
    <dl className="facts">
      {tables.map(({ table, name }) => (
        <div key={table}>
          <dt>{name}</dt>
          <dd className="export-links">
            <a href={measurementsPath(table, 'csv')} download>
              <Icon name="download" size={16} /> CSV<span className="visually-hidden"> of {table}</span>
            </a>
            <a href={measurementsPath(table, 'parquet')} download>
              <Icon name="download" size={16} /> Parquet<span className="visually-hidden"> of {table}</span>
            </a>
          </dd>
        </div>
      ))}
    </dl>
    <p className="small">
      <a href={measurementsPath('dictionary', 'csv')} download>
        Data dictionary
      </a>{' '}
      explains each column.
    </p>
  </section>
)
