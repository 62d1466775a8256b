import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Allele, GenePool as Pool } from '../../../contract/gene-pool.ts'
import type { Gene } from '../../../contract/genetic-analytics.ts'
import { alleleName } from '../../lib/genetic-figures.ts'
import { messages } from '../../lib/messages.ts'
import { isPast } from '../../stores/admin/console.ts'
import { editWording, type WordedGene } from '../../stores/genetics/allele-editor.ts'
import { genePool, retire } from '../../stores/genetics/gene-pool.ts'
import { Loaded } from '../admin/Loaded.tsx'
import { SettingHistory } from '../admin/SettingHistory.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useAfterPaint } from '../ui/use-after-paint.ts'
import { AlleleDialog } from './AlleleDialog.tsx'
import { AlleleRow } from './AlleleRow.tsx'
import { TestingOff } from './AnalyticsNotices.tsx'
import { SchemeContrasts } from './SchemeContrasts.tsx'

/** The words, schemes and layouts that may be tested, switched on one by one. */
export function GenePool() {
  const isLoading = useStore(genePool.$isLoading)
  return (
    <section className="gene-pool" aria-labelledby="pool-title" aria-busy={isLoading}>
      <div className="section-head">
        <h3 id="pool-title">Gene pool</h3>
        <SettingHistory topic="gene-pool" />
      </div>
      <p className="quiet">Visitors see only what is switched on here. New wording is tested as a new option.</p>
      <Loaded store={genePool} placeholder={<PoolSkeleton />}>
        {(pool) => <Alleles pool={pool} />}
      </Loaded>
    </section>
  )
}

const genes: readonly { gene: Gene; title: string; worded?: { gene: WordedGene; add: string } }[] = [
  { gene: 'headline', title: 'Headlines', worded: { gene: 'headline', add: 'New headline' } },
  { gene: 'issueFocus', title: 'Issue focuses', worded: { gene: 'issueFocus', add: 'New issue focus' } },
  { gene: 'buttonColor', title: 'Button schemes' },
  { gene: 'layout', title: 'Layouts' },
]

function Alleles({ pool }: { pool: Pool }) {
  const [asked, ask] = useState<Allele | null>(null)
  const isPainted = useAfterPaint()
  return (
    <>
      {pool.isTesting ? (
        <p>
          These combine into {pool.pages.toLocaleString('en-US')} {pool.pages === 1 ? 'page' : 'pages'}.
        </p>
      ) : (
        <TestingOff />
      )}
      <div className="pool-genes">
        {genes.map(({ gene, title: name, worded }) => (
          <section className="card" key={gene} aria-labelledby={`pool-${gene}`}>
            <div className="section-head pool-head">
              <h4 id={`pool-${gene}`}>{name}</h4>
              {worded && !isPast && (
                <button
                  className="button button-small"
                  type="button"
                  onClick={() => editWording({ gene: worded.gene, allele: null })}
                >
                  <Icon name="plus" size={18} /> {worded.add}
                </button>
              )}
            </div>
            <ul className="alleles">
              {ordered(pool.alleles, gene).map((allele) => (
                <AlleleRow allele={allele} key={allele.id} onRetire={ask} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isPainted && (
        <>
          <SchemeContrasts pool={pool} />
          <AlleleDialog pool={pool} />
          <ConfirmDialog
            isOpen={asked !== null}
            question={messages.genePool.confirmRetire(asked === null ? '' : alleleName(asked.gene, asked.text))}
            detail={messages.genePool.retireDetail}
            confirm="Retire"
            keep="Keep it on"
            onConfirm={() => asked !== null && void retire(asked)}
            onClose={() => ask(null)}
          />
        </>
      )}
    </>
  )
}

const states = ['approved', 'proposed', 'retired']

/** The page as built comes first, then active alleles; retired ones come last. */
const ordered = (alleles: readonly Allele[], gene: Gene) =>
  alleles
    .filter((allele) => allele.gene === gene)
    .toSorted(
      (one, other) =>
        Number(other.isBuilt) - Number(one.isBuilt) || states.indexOf(one.status) - states.indexOf(other.status),
    )

const PoolSkeleton = () => (
  <div className="pool-genes" role="status" aria-label="Loading the gene pool">
    {genes.map(({ gene }) => (
      <div className="card skeleton-list" key={gene}>
        <span className="skeleton" />
      </div>
    ))}
  </div>
)
