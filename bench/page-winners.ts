/**
 * Frequency with which the product names a winner: `node bench/page-winners.ts RUNS VISITORS DONATED VOLUNTEERED LIFT`.
 * Five pages of one generation, of which one converts LIFT times as often (1: all are equal), and the control. The runs
 * have fixed seeds.
 */
import { type Genome, keyOf } from '../backend/domain/page-genes.ts'
import { product } from './page-variations/rules.ts'
import { luckFrom } from './page-variations/world.ts'

const [runs = 40, visitors = 10_000, donated = 0.0125, volunteered = 0.025, lift = 1] = process.argv
  .slice(2)
  .map(Number)
const every = Number(process.env.EVOLVE_EVERY ?? Number.POSITIVE_INFINITY)

let [named, right] = [0, 0]
for (let seed = 1; seed <= runs; seed++) {
  const luck = luckFrom(2 * seed + 1)
  const rule = product(luckFrom(2 * seed), { every })
  const better = rule.first[1 + Math.floor(4 * luck())]
  const times = (genome: Genome) => (better && keyOf(genome) === keyOf(better.genome) ? lift : 1)
  for (let visitor = 1; visitor <= visitors; visitor++) {
    const genome = rule.serve()
    rule.learn(genome, {
      donated: luck() < donated * times(genome),
      volunteered: luck() < volunteered * times(genome),
      time: 30_000 * luck(),
    })
    const leader = rule.leader()
    if (!leader?.isWinner) continue
    named++
    right += Number(leader.variationId === better?.variationId)
    break
  }
}
console.log(
  `${runs} runs of ${visitors} visitors, ${donated} and ${volunteered}, one page × ${lift}: a winner in ${named}, the better page in ${right}.`,
)
