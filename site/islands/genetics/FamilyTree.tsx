import type { AnalyzedVariation } from '../../../contract/genetic-analytics.ts'
import { type Ancestry, alleleWords, geneNames, points, suffixOf } from '../../lib/genetic-figures.ts'

type Props = { ancestry: Ancestry; variations: readonly AnalyzedVariation[]; onShow: (id: string) => void }

const origins = { control: 'The default page', random: 'Drawn at random', child: '' }

/** A variation with its parents and grandparents: what was crossed, and what mutated. */
export function FamilyTree({ ancestry, variations, onShow }: Props) {
  return (
    <section className="family" aria-labelledby="family-title">
      <h3 id="family-title">Family tree</h3>
      <ul>
        <Branch ancestry={ancestry} variations={variations} relation="This page" onShow={onShow} />
      </ul>
    </section>
  )
}

function Branch({ ancestry: { variation, parents }, variations, relation, onShow }: Props & { relation: string }) {
  const { id, generation, fitnessScore, config, family } = variation
  const gone = new Set(family.parents).size - parents.length
  return (
    <li>
      <div className="relative">
        <p>
          <strong>{relation}</strong>{' '}
          {relation === 'This page' ? (
            <span className="mono">{suffixOf(id)}</span>
          ) : (
            <button className="link-button mono" type="button" onClick={() => onShow(id)}>
              {suffixOf(id)}
            </button>
          )}{' '}
          <span className="quiet">
            {config.headline}, generation {generation}, fitness {points(fitnessScore)}
          </span>
        </p>
        <Descent variation={variation} variations={variations} />
      </div>
      {(parents.length > 0 || (gone > 0 && relation !== 'Grandparent')) && (
        <ul>
          {parents.map((parent) => (
            <Branch
              ancestry={parent}
              variations={variations}
              relation={relation === 'This page' ? 'Parent' : 'Grandparent'}
              onShow={onShow}
              key={parent.variation.id}
            />
          ))}
          {gone > 0 && <li className="quiet">No longer listed: {gone === 1 ? 'one parent' : `${gone} parents`}.</li>}
        </ul>
      )}
    </li>
  )
}

function Descent({ variation, variations }: { variation: AnalyzedVariation } & Pick<Props, 'variations'>) {
  const { origin, isCrossed, genes, parents } = variation.family
  if (origin !== 'child') return <p className="quiet">{origins[origin]}</p>
  return (
    <>
      <p className="quiet">
        {isCrossed ? `Crossed from ${[...new Set(parents)].map(suffixOf).join(' and ')}` : 'Copied from one parent'}
      </p>
      <ul className="genes">
        {genes.map(({ gene, allele, from, mutatedFrom }) => (
          <li key={gene}>
            {geneNames[gene]}: {alleleWords(gene, allele, [variation])}{' '}
            {mutatedFrom !== null ? (
              <span className="badge badge-waiting">mutated from {alleleWords(gene, mutatedFrom, variations)}</span>
            ) : (
              from !== null && <span className="quiet">from {suffixOf(from)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
