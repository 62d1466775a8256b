import type { Estimate, GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import { genes } from '../../../records/page-variations.ts'
import { alleleName, factor, geneNames, rangeOf } from '../../lib/genetic-figures.ts'

type Effect = GeneticAnalytics['effects'][number]

/** The effect of each wording, scheme and layout on donations and on volunteering. */
export function GeneEffects({ effects }: { effects: readonly Effect[] }) {
  const scale = scaleOf(effects)
  return (
    <section aria-labelledby="effects-title">
      <h2 id="effects-title">What each gene does</h2>
      <p className="quiet small">
        How each option changes the odds compared with the average: ×1.00 means no difference. Lines are 80% ranges; one
        that crosses the middle may be chance.
      </p>
      {effects.length === 0 ? (
        <p className="notice">No results yet. Scoring starts with the first visits.</p>
      ) : (
        <div className="effects">
          {genes.map((gene) => {
            const own = effects.filter((effect) => effect.gene === gene)
            return own.length === 0 ? null : (
              <section className="tile" key={gene} aria-label={geneNames[gene]}>
                <table className="effect-table">
                  <caption>{geneNames[gene]}</caption>
                  <thead>
                    <tr>
                      <th scope="col">Shows</th>
                      <th scope="col">Donations</th>
                      <th scope="col">Volunteers</th>
                    </tr>
                  </thead>
                  <tbody>
                    {own.map(({ allele, label, donation, volunteer }) => (
                      <tr key={allele}>
                        <th scope="row">{alleleName(gene, label)}</th>
                        <Interval effect={donation} scale={scale} />
                        <Interval effect={volunteer} scale={scale} />
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )
          })}
        </div>
      )}
    </section>
  )
}

/** The logarithm at the edges of every drawing, the same for all, so that they can be compared. */
function scaleOf(effects: readonly Effect[]): number {
  const edges = effects.flatMap(({ donation, volunteer }) =>
    [donation, volunteer].flatMap(({ low, high }) => [low, high]),
  )
  return Math.max(Math.log(1.25), ...edges.map((odds) => Math.abs(Math.log(Math.max(odds, 1e-3)))))
}

function Interval({ effect, scale }: { effect: Estimate; scale: number }) {
  const at = (odds: number) => 50 + (50 * Math.log(Math.max(odds, 1e-3))) / scale
  const tone = effect.low > 1 ? 'interval interval-good' : effect.high < 1 ? 'interval interval-bad' : 'interval'
  return (
    <td>
      <svg className={tone} aria-hidden="true">
        <line className="interval-middle" x1="50%" x2="50%" y1="0" y2="100%" />
        <line className="interval-range" x1={`${at(effect.low)}%`} x2={`${at(effect.high)}%`} y1="50%" y2="50%" />
        <circle cx={`${at(effect.mean)}%`} cy="50%" r="4" />
      </svg>
      <span className="interval-words">
        {factor(effect.mean)} <span className="quiet">({rangeOf(effect, factor)})</span>
      </span>
    </td>
  )
}
