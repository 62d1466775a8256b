import type { FitnessReplay } from '../../contract/fitness-replay.ts'
import { keyOf } from '../domain/page-variations/page-genes.ts'
import type { PopulationEvolved } from '../domain/page-variations/page-variations.ts'
import { evolve, type Snapshot, versionsOf } from '../domain/page-variations/scoring.ts'
import type { Offer } from '../domain/page-variations/serving-policy.ts'

/** Breeds the recorded generations again by another rule, up to the first one that differs. */
export function createBreedingReplay(otherRule: (snapshot: Snapshot) => Snapshot) {
  const found: FitnessReplay['breeding'] = {
    kind: 'extrapolation, no evidence',
    same: 0,
    differs: null,
    refusal: null,
  }
  return {
    isSame: () => found.differs === null,
    /** The other rule’s chances of the pages if it breeds the same ones; null: it does not, or they are unknown. */
    again(recorded: PopulationEvolved['data'], state: Snapshot): readonly Offer[] | null {
      if (found.differs !== null || found.refusal !== null) return null
      const { algorithmVersion, scoring } = recorded
      const versions = scoring && versionsOf({ ...scoring, algorithmVersion })
      if (versions === null) {
        found.refusal = `Generation ${recorded.to} was bred by a version of the algorithm that this release does not know.`
        return null
      }
      const again = evolve(otherRule(state), recorded.seed, versions)
      const pages = ({ variations }: Pick<PopulationEvolved['data'], 'variations'>) =>
        variations.map(({ genome }) => keyOf(genome))
      if (pages(again).join() === pages(recorded).join()) {
        found.same++
        return again.scoring.offers
      }
      found.differs = { generation: recorded.to, recorded: pages(recorded), replayed: pages(again) }
      return null
    },
    result(): FitnessReplay['breeding'] {
      if (found.same === 0 && found.differs === null) found.refusal ??= 'No generation has been bred yet.'
      return found
    },
  }
}
