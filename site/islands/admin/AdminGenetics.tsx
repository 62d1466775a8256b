import { useStore } from '@nanostores/react'
import type { GenePool as GenePoolState } from '../../../contract/gene-pool.ts'
import { visitCount } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { isPast } from '../../stores/admin/console.ts'
import { $evolution, forceEvolution } from '../../stores/genetics/evolution.ts'
import { genePool } from '../../stores/genetics/gene-pool.ts'
import { GenePool } from '../genetics/GenePool.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SettingHistory } from './SettingHistory.tsx'

const settings = [
  ['Population size', '5'],
  ['Mutation rate', '15%'],
  ['Crossover rate', '80%'],
] as const

const genes = [
  ['8', 'headlines'],
  ['3', 'button color schemes'],
  ['4', 'issue focuses'],
  ['2', 'layouts'],
] as const

const measures = ['Time on page', 'Donations', 'Volunteer signups']

/** The current state of the home page’s test: name, whether it is normal, and the state in words. */
const statusOf = ({ isTesting, pages, recordedVisits }: GenePoolState): [string, boolean, string][] => [
  ['Serving variations', isTesting, isTesting ? `${pages.toLocaleString('en-US')} possible pages` : 'One page for all'],
  ['Recording visits', recordedVisits > 0, recordedVisits > 0 ? visitCount(recordedVisits) : 'No visits yet'],
  ['Testing', isTesting, isTesting ? 'On' : 'Off'],
]

/** Evolution of the home page (administration §2), the button that does not wait for it, and the gene pool. */
export function AdminGenetics() {
  const evolution = useStore($evolution)
  const pool = useStore(genePool.$state)
  return (
    <section aria-labelledby="genetics-title">
      <div className="table-head">
        <h2 id="genetics-title">Genetics</h2>
        {!isPast && (
          <div className="actions">
            <a className="button button-small" href={paths.geneticAnalytics} target="_blank" rel="noopener">
              <Icon name="outside" size={18} /> View Analytics
            </a>
            <BusyButton
              className="button button-small button-primary"
              busy="Evolving..."
              isBusy={evolution.status === 'evolving'}
              onClick={forceEvolution}
            >
              Force Evolution
            </BusyButton>
          </div>
        )}
      </div>
      <div className="cards genetics-cards">
        <section className="card" aria-labelledby="genetics-settings">
          <h3 id="genetics-settings">Algorithm</h3>
          <dl className="facts">
            {settings.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="card" aria-labelledby="genetics-status">
          <h3 id="genetics-status">System status</h3>
          <dl className="facts">
            {pool.status === 'loaded' &&
              statusOf(pool.value).map(([name, isGood, state]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <span className={isGood ? 'badge badge-good' : 'badge'}>{state}</span>
                  </dd>
                </div>
              ))}
          </dl>
        </section>
        <section className="card" aria-labelledby="genetics-how">
          <div className="section-head">
            <h3 id="genetics-how">How it works</h3>
            <SettingHistory topic="fitness-formula" />
          </div>
          <p>Every variation of the home page combines one of each:</p>
          <ul>
            {genes.map(([count, what]) => (
              <li key={what}>
                {count} {what}
              </li>
            ))}
          </ul>
          <p>Variations are compared by what visitors do:</p>
          <ul>
            {measures.map((measure) => (
              <li key={measure}>{measure}</li>
            ))}
          </ul>
        </section>
      </div>
      <GenePool />
    </section>
  )
}
