import type { FitnessReplay, FitnessRules } from '../../contract/fitness-replay.ts'
import type { Allele, GenePool } from '../../contract/gene-pool.ts'
import type { AnalyzedVariation, Estimate, GeneticAnalytics } from '../../contract/genetic-analytics.ts'

const around = (mean: number, half: number): Estimate => ({ mean, low: mean - half, high: mean + half })

const focuses = {
  highlighted: { title: 'Secure the border first', description: 'Rules that hold, and courts that decide in weeks.' },
  prosperity: {
    title: 'Keep more of what you earn',
    description:
      'Simpler taxes, honest budgets and fewer hurdles for farms and small businesses, so that work pays for families again.',
  },
}
const headlines = {
  office: 'for Congress',
  honesty: 'for Honest Government',
  heartland: 'for the Heartland',
  families: 'for Working Families',
}
type Genes = {
  headline: keyof typeof headlines
  issueFocus: keyof typeof focuses
  buttonColor: AnalyzedVariation['config']['buttonColor']
  layout: AnalyzedVariation['config']['layout']['hero']
}

function variation(
  id: string,
  generation: number,
  fitness: number,
  visitors: number,
  genes: Genes,
  more: Partial<AnalyzedVariation> = {},
): AnalyzedVariation {
  const [donated, volunteered] = [fitness / 400, fitness / 200]
  return {
    id,
    generation,
    fitnessScore: fitness,
    visits: visitors + 12,
    avgTimeOnPage: 14_230,
    donationRate: donated,
    volunteerRate: volunteered,
    config: {
      headline: headlines[genes.headline],
      issueHighlight: focuses[genes.issueFocus],
      buttonColor: genes.buttonColor,
      layout: { hero: genes.layout, features: 'vertical', cta: 'inline' },
    },
    genes,
    isCurrent: false,
    isRetired: false,
    fitness: around(fitness, 0.9),
    visitors,
    isEarly: visitors < 100,
    donation: { observed: visitors < 100 ? null : donated, estimate: around(donated, 0.002) },
    volunteer: { observed: visitors < 100 ? null : volunteered, estimate: around(volunteered, 0.003) },
    probabilityBest: null,
    probabilityServed: null,
    family: { origin: 'random', parents: [], isCrossed: false, genes: [] },
    ...more,
  }
}

const current = (probabilityBest: number, probabilityServed: number) => ({
  isCurrent: true,
  probabilityBest,
  probabilityServed,
})

/** Three generations of a small campaign, with everything the screen can show. */
export const figures = (): GeneticAnalytics => ({
  currentGeneration: 3,
  totalVisits: 1234,
  populationSize: 5,
  variations: [
    variation(
      'gen3_k7f2',
      3,
      6.52,
      240,
      { headline: 'honesty', issueFocus: 'prosperity', buttonColor: 'gold', layout: 'centered' },
      {
        ...current(0.61, 0.44),
        family: {
          origin: 'child',
          parents: ['gen2_b4d6', 'gen1_m2p8'],
          isCrossed: true,
          genes: [
            { gene: 'headline', allele: 'honesty', from: 'gen2_b4d6', mutatedFrom: null },
            { gene: 'issueFocus', allele: 'prosperity', from: 'gen1_m2p8', mutatedFrom: null },
            { gene: 'buttonColor', allele: 'gold', from: 'gen2_b4d6', mutatedFrom: 'cardinal' },
            { gene: 'layout', allele: 'centered', from: 'gen1_m2p8', mutatedFrom: null },
          ],
        },
      },
    ),
    variation(
      'gen2_b4d6',
      2,
      5.4,
      310,
      { headline: 'honesty', issueFocus: 'highlighted', buttonColor: 'cardinal', layout: 'split' },
      {
        ...current(0.21, 0.2),
        family: {
          origin: 'child',
          parents: ['gen1_a3c5', 'gen1_m2p8'],
          isCrossed: true,
          genes: [
            { gene: 'headline', allele: 'honesty', from: 'gen1_m2p8', mutatedFrom: 'families' },
            { gene: 'issueFocus', allele: 'highlighted', from: 'gen1_a3c5', mutatedFrom: null },
            { gene: 'buttonColor', allele: 'cardinal', from: 'gen1_a3c5', mutatedFrom: null },
            { gene: 'layout', allele: 'split', from: 'gen1_a3c5', mutatedFrom: null },
          ],
        },
      },
    ),
    variation(
      'gen1_m2p8',
      1,
      4.1,
      280,
      { headline: 'families', issueFocus: 'prosperity', buttonColor: 'paper', layout: 'centered' },
      current(0.1, 0.16),
    ),
    variation(
      'gen1_a3c5',
      1,
      3.75,
      190,
      { headline: 'office', issueFocus: 'highlighted', buttonColor: 'cardinal', layout: 'split' },
      { ...current(0.06, 0.12), family: { origin: 'control', parents: [], isCrossed: false, genes: [] } },
    ),
    variation(
      'gen3_q9z4',
      3,
      3.2,
      38,
      { headline: 'heartland', issueFocus: 'highlighted', buttonColor: 'gold', layout: 'split' },
      current(0.02, 0.08),
    ),
    variation(
      'gen2_w6h3',
      2,
      2.03,
      120,
      { headline: 'heartland', issueFocus: 'prosperity', buttonColor: 'paper', layout: 'split' },
      { isRetired: true },
    ),
  ],
  isTesting: true,
  fitnessRule: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 }, timeCap: 30_000 },
  totalVisitors: 1178,
  refusedReports: 4,
  scoredAt: '2026-10-20T14:00:00.000Z',
  evolution: { every: 250, perPage: 20, visitorsSince: 118, fewest: 14 },
  lift: {
    controlShare: 0.05,
    tested: { visitors: 1090, conversions: 38 },
    control: { visitors: 60, conversions: 2 },
    range: null,
    daysLeft: 9,
  },
  leader: null,
  pauses: [],
  sampleRatio: { isMismatch: false, pValue: 0.4, pages: [] },
  generations: [
    {
      generation: 1,
      at: '2026-10-01T12:00:00.000Z',
      trigger: 'seed',
      by: null,
      variationIds: ['gen1_a3c5', 'gen1_m2p8'],
      visitors: 520,
      donations: 4,
      volunteers: 9,
      fitness: around(3.4, 1),
    },
    {
      generation: 2,
      at: '2026-10-10T12:00:00.000Z',
      trigger: 'auto',
      by: null,
      variationIds: ['gen2_b4d6', 'gen2_w6h3'],
      visitors: 540,
      donations: 6,
      volunteers: 12,
      fitness: around(4.5, 0.9),
    },
    {
      generation: 3,
      at: '2026-10-18T12:00:00.000Z',
      trigger: 'forced',
      by: 'Ada Admin',
      variationIds: ['gen3_k7f2', 'gen3_q9z4'],
      visitors: 118,
      donations: 2,
      volunteers: 4,
      fitness: around(5.1, 1.6),
    },
  ],
  effects: [
    {
      gene: 'headline',
      allele: 'office',
      label: 'for Congress',
      donation: around(0.9, 0.12),
      volunteer: around(0.95, 0.1),
    },
    {
      gene: 'headline',
      allele: 'honesty',
      label: 'for Honest Government',
      donation: around(1.22, 0.15),
      volunteer: around(1.1, 0.14),
    },
    {
      gene: 'issueFocus',
      allele: 'prosperity',
      label: 'Keep more of what you earn',
      donation: around(1.05, 0.11),
      volunteer: around(0.98, 0.1),
    },
    { gene: 'buttonColor', allele: 'gold', label: 'gold', donation: around(1.12, 0.1), volunteer: around(1, 0.09) },
    {
      gene: 'layout',
      allele: 'centered',
      label: 'centered',
      donation: around(0.86, 0.11),
      volunteer: around(1.01, 0.08),
    },
  ],
  verification: {
    at: '2026-10-19T08:00:00.000Z',
    isIntact: true,
    finding: 'All results match the log.',
    servings: 1178,
    scorings: 12,
    generations: 3,
  },
})

const allele = (id: string, gene: Allele['gene'], text: string, more: Partial<Allele> = {}): Allele => ({
  id,
  gene,
  status: 'approved',
  isBuilt: false,
  text,
  description: null,
  replaces: null,
  ...more,
})

export const pool = (): GenePool => ({
  isTesting: true,
  recordedVisits: 4210,
  pages: 36,
  alleles: [
    allele('office', 'headline', 'for Congress', { isBuilt: true }),
    allele('honesty', 'headline', 'for Honest Government'),
    allele('heartland', 'headline', 'for the Heartland', { status: 'proposed' }),
    allele('future', 'headline', 'for a Freer Future', { status: 'retired' }),
    allele('highlighted', 'issueFocus', focuses.highlighted.title, {
      isBuilt: true,
      description: focuses.highlighted.description,
    }),
    allele('prosperity', 'issueFocus', focuses.prosperity.title, { description: focuses.prosperity.description }),
    allele('cardinal', 'buttonColor', 'cardinal', { isBuilt: true }),
    allele('gold', 'buttonColor', 'gold'),
    allele('paper', 'buttonColor', 'paper', { status: 'proposed' }),
    allele('split', 'layout', 'split', { isBuilt: true }),
    allele('centered', 'layout', 'centered'),
  ],
  changedAt: '2026-10-01T12:00:00.000Z',
})

const rule = {
  version: 'fitness-1',
  since: '2026-10-01T12:00:00.000Z',
  weights: { donation: 2, volunteer: 1, time: 0.01 },
  timeCap: 30_000,
}

export const rules = (): FitnessRules => ({
  current: rule,
  rules: [rule],
  formulas: [
    {
      name: 'Volunteers count triple',
      request: {
        weights: { donation: 2, volunteer: 3, time: 0.01 },
        timeCap: 30_000,
        from: null,
        to: null,
        bots: 'out',
        split: 'uniform',
      },
      savedAt: '2026-10-12T12:00:00.000Z',
      by: 'Ada Admin',
      result: { hash: '9f2b1c0d4e5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0', lastPosition: '4821' },
      check: null,
    },
  ],
})

export const replayed = (request: FitnessReplay['request']): FitnessReplay => ({
  hash: '9f2b1c0d4e5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  lastPosition: '4821',
  seed: 'replay-1',
  request,
  today: rule,
  visitors: 1178,
  unusable: 42,
  pages: {
    kind: 'evidence',
    rows: [
      {
        variationId: 'gen3_k7f2',
        visitors: 240,
        effectiveSampleSize: 231.4,
        today: around(6.5, 0.9),
        replayed: around(9.1, 1.2),
        todayRank: 1,
        replayedRank: 2,
        refusal: null,
      },
      {
        variationId: 'gen2_b4d6',
        visitors: 310,
        effectiveSampleSize: 296.2,
        today: around(5.4, 0.7),
        replayed: around(9.8, 1.1),
        todayRank: 2,
        replayedRank: 1,
        refusal: null,
      },
      {
        variationId: 'gen3_q9z4',
        visitors: 38,
        effectiveSampleSize: 31,
        today: null,
        replayed: null,
        todayRank: null,
        replayedRank: null,
        refusal: 'The effective sample size is 31. It takes 200.',
      },
    ],
  },
  split: {
    kind: 'estimate',
    actual: around(6.1, 0.5),
    ips: around(6.4, 0.9),
    snips: around(6.3, 0.7),
    doublyRobust: around(6.3, 0.6),
    effectiveSampleSize: 612,
    coverage: 0.994,
    refusal: null,
  },
  breeding: {
    kind: 'extrapolation, no evidence',
    same: 2,
    differs: {
      generation: 3,
      recorded: ['gen3_k7f2', 'gen3_q9z4'],
      replayed: ['gen3_k7f2', 'gen3_x1y2'],
    },
    refusal: null,
  },
})
