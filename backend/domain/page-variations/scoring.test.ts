import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { campaignTexts } from '../../../contract/campaign.ts'
import { approvedOf, keyOf, seedPopulation, shippedAlleles } from './page-genes.ts'
import { currentVersions, evolve, type Snapshot, score, versionsOf } from './scoring.ts'
import { controlId } from './serving-policy.ts'

const control = { office: 'for Congress', highlightedIssue: { title: 'An issue', description: 'Described.' } }
const alleles = shippedAlleles(control, campaignTexts.pageTest).map((one) => ({
  ...one,
  status: 'approved' as const,
  replaces: null,
}))
const first = seedPopulation(approvedOf(alleles), 'a seed')

const snapshot: Snapshot = {
  position: '10',
  generation: 3,
  current: first,
  known: first,
  alleles,
  genePoolVersion: 'pool-1',
  fitness: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 } },
  evidence: [1, 2].flatMap((generation) =>
    ['2026-01-01', '2026-01-02'].flatMap((day) =>
      first.map(({ variationId }, index) => ({
        generation,
        variationId,
        day,
        visitors: 97 + index,
        donated: index,
        volunteered: 2 * index + generation,
        visits: 120,
        time: 123_457 * (index + 1),
      })),
    ),
  ),
  candidate: null,
  paused: [],
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

describe('a version of the rules', () => {
  // These values never change: a log has to give the same result in every later release.
  it.each([
    [
      {
        model: 'gene-model-1',
        breeding: 'breeding-1',
        policy: 'thompson-1',
        winner: 'probability-best-1',
        controlShare: 0.05,
      },
      '14225a933d29fee0912136eebf4d1fff0b7eb96c1194cf1e4ee708fc43da2a18',
      '3eb34f13e7d8e50d2382bea19eaf674b7f27b74e660e7c8f0c3968a966e10614',
    ],
    [
      {
        model: 'gene-model-2',
        breeding: 'breeding-2',
        policy: 'thompson-1',
        winner: 'probability-best-1',
        controlShare: 0.05,
      },
      '969081fcd3b6aadca733078f497fa83562b00f8f8afd32f3eae61a4fc2a98e39',
      'c44d0828ad8cd0501f3cbf424eb78b88346a968d16da74457e5ea49ffd6a9c46',
    ],
    [
      {
        model: 'gene-model-3',
        breeding: 'breeding-2',
        policy: 'thompson-2',
        winner: 'probability-best-1',
        controlShare: 0.05,
      },
      '5bd89e43d90cf594f963d4e5e875d1863a305cf0d9d636a9014c5e3d2df62e9c',
      'f971b1bb4b304ab0fbd4e0f5c903abab1c62512fc6ba17c903f341be248169dc',
    ],
    [
      {
        model: 'gene-model-3',
        breeding: 'breeding-2',
        policy: 'thompson-3',
        winner: 'expected-loss-1',
        controlShare: 0.05,
      },
      '5e18636ad44601a0fc61055f3cb066889b3ba63d50ee8607d9e8d735f89784eb',
      '831c9914007a648787dbac015fb5944763565a63e591027c4cbe6c24539bff3b',
    ],
  ] as const)('%o gives the same scores and generation forever', (versions, scored, evolved) => {
    expect([hash(score(snapshot, 'score', versions)), hash(evolve(snapshot, 'evolve', versions))]).toEqual([
      scored,
      evolved,
    ])
  })

  it('is found by the version in an event, if this release knows it', () => {
    const { algorithmVersion, scoring } = evolve(snapshot, 'evolve')
    expect(versionsOf({ ...scoring, algorithmVersion })).toEqual(currentVersions)
    const before = { modelVersion: 'gene-model-1', policyVersion: 'thompson-1' }
    expect(versionsOf(before)).toEqual({
      ...currentVersions,
      model: 'gene-model-1',
      policy: 'thompson-1',
      winner: 'probability-best-1',
      controlShare: 0,
    })
    expect(versionsOf({ ...before, modelVersion: 'gene-model-0' })).toBeNull()
    expect(versionsOf({ ...before, policyVersion: 'thompson-0' })).toBeNull()
    expect(versionsOf({ ...before, algorithmVersion: 'breeding-99' })).toBeNull()
  })
})

it('gives the same scores however the evidence is split into generations', () => {
  const together = snapshot.evidence.map((row) => ({ ...row, generation: 1 }))
  // A leader has to beat the others within each generation.
  const { leader } = score({ ...snapshot, evidence: together }, 'seed')
  expect(score({ ...snapshot, evidence: together }, 'seed')).toEqual({ ...score(snapshot, 'seed'), leader })
})

describe('the control', () => {
  const share = (offers: readonly { variationId: string; probability: number }[]) =>
    offers.find(({ variationId }) => variationId === controlId)?.probability

  it('has its share of new visitors, is never scored and never bred', () => {
    const seen = {
      generation: 3,
      variationId: controlId,
      day: '2026-01-02',
      visitors: 50,
      donated: 40,
      volunteered: 40,
    }
    const evidence = [...snapshot.evidence, { ...seen, visits: 50, time: 0 }]
    for (const { offers, probabilityBest, scores, controlShare } of [
      score({ ...snapshot, evidence }, 'seed', { ...currentVersions, controlShare: 0.2 }),
      evolve({ ...snapshot, evidence }, 'seed', { ...currentVersions, controlShare: 0.2 }).scoring,
    ]) {
      expect(controlShare).toBe(0.2)
      expect(share(offers)).toBe(0.2)
      expect(offers.reduce((sum, { probability }) => sum + 1e6 * probability, 0)).toBe(1e6)
      expect(share([...probabilityBest, ...scores.map((one) => ({ ...one, probability: 1 }))])).toBeUndefined()
    }
    const { variations, births, elites } = evolve({ ...snapshot, evidence }, 'seed')
    expect(JSON.stringify([variations, births, elites])).not.toContain(controlId)
  })

  it('is not offered while nothing is tested', () => {
    const built = alleles.map((one) => ({
      ...one,
      status: one.isBuilt ? ('approved' as const) : ('proposed' as const),
    }))
    const only = first.slice(0, 1)
    const { offers, controlShare } = score({ ...snapshot, alleles: built, current: only, known: only }, 'seed')
    expect([offers.map(({ probability }) => probability), controlShare]).toEqual([[1], 0])
  })

  it('was unknown to older versions', () => {
    const before = { ...currentVersions, policy: 'thompson-2' } as const
    const { offers, controlShare } = score(snapshot, 'seed', before)
    expect([share(offers), controlShare]).toEqual([undefined, undefined])
  })
})

it('mostly breeds the pages known to be best: two seeds agree on more children than with full chance', () => {
  const agreed = (versions: typeof currentVersions) => {
    let same = 0
    for (let seed = 0; seed < 10; seed++) {
      const [a = [], b = []] = [`a${seed}`, `b${seed}`].map((one) =>
        evolve(snapshot, one, versions).variations.map(({ genome }) => keyOf(genome)),
      )
      same += a.filter((genome) => b.includes(genome)).length
    }
    return same
  }
  const before = agreed({ ...currentVersions, breeding: 'breeding-1' })
  expect(agreed(currentVersions)).toBeGreaterThan(before + 5)
})
