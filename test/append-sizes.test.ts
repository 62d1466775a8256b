import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { emailCampaignOutcomes, outcomesAtOnce } from '../backend/domain/mail/email-campaign-outcomes.ts'
import { type Allele, changePool, maxAlleles } from '../backend/domain/page-variations/gene-pool.ts'
import { allGenomes, approvedOf } from '../backend/domain/page-variations/page-genes.ts'
import { pageGenerations } from '../backend/domain/page-variations/page-variations.ts'
import { evolve, maxScored, type Snapshot, score } from '../backend/domain/page-variations/scoring.ts'
import { promotedAtOnce, type RsvpEvent, rsvps } from '../backend/domain/rsvps.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import type { Fact } from '../backend/kernel/eventlog/decider.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { checkSize, maxAppendSize, sizeOf } from '../backend/kernel/eventlog/event-log.ts'
import { bodyLimit } from '../backend/kernel/http/body.ts'
import { personalFields } from '../backend/topics/index.ts'
import { maxLength } from '../contract/hero-text.ts'
import { metadata } from './support/log/recorded.ts'

const keys = createMemorySubjectKeys()
const codec = createCodec({ keys, personalFields, upcasters: {} })
/** As long as that of an admin’s request. */
const context = {
  ...metadata,
  actor: { kind: 'admin', id: 2_147_483_647 } as const,
  rights: ['page-tests', 'endorsements'],
  requestId: randomUUID(),
  correlationId: randomUUID(),
  causationId: randomUUID(),
  fingerprint: 'f'.repeat(64),
}
const encode = (events: readonly Fact[]) =>
  codec.encode(
    events,
    context,
    events.map(() => randomUUID()),
  )

const longest = (length: number, n: number) => `${n}${'𝔘'.repeat(length)}`.slice(0, 2 * length)

/** `count` of each text; the colors and layouts as shipped. */
function poolOf(count: number, status: Allele['status']): Allele[] {
  const allele = (gene: Allele['gene'], n: number, text: string, description: string | null): Allele => ({
    id: `${gene}-${n}`,
    gene,
    text,
    description,
    status: n === 1 ? 'approved' : status,
    isBuilt: n === 1,
    replaces: `${gene}-${n + count}`,
  })
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((n) => [
    allele('headline', n, longest(maxLength.headline, n), null),
    allele('issueFocus', n, longest(maxLength.issueTitle, n), longest(maxLength.issueDescription, n)),
    ...(n <= 3 ? [allele('buttonColor', n, 'cardinal', null)] : []),
    ...(n <= 2 ? [allele('layout', n, 'split', null)] : []),
  ])
}

/** After years of evolution: five thousand pages were served. Few texts, so that the model is fitted quickly. */
function longHistory(): Snapshot {
  const alleles = poolOf(4, 'approved')
  const genomes = allGenomes(approvedOf(alleles))
  const known = Array.from({ length: 5000 }, (_, index) => index).flatMap((index) => {
    const genome = genomes[index % genomes.length]
    return genome ? [{ variationId: `gen${1000 + Math.floor(index / 4)}_k7${index}`, genome }] : []
  })
  return {
    position: '123456789/123456789',
    generation: 2400,
    current: known.slice(-5),
    known,
    alleles,
    genePoolVersion: 'pool-1',
    fitness: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 } },
    evidence: known.slice(0, 100).map(({ variationId }, index) => ({
      generation: 1,
      variationId,
      day: '2026-01-01',
      visitors: 1_000_003,
      donated: 777 + 10 * index,
      volunteered: 1234 + 7 * index,
      visits: 1_200_007,
      time: 123_456_789_011,
    })),
    candidate: null,
    paused: [],
  }
}

describe('an append', () => {
  it('holds a generation and a scoring, however many pages came before', async () => {
    const snapshot = longHistory()
    expect(snapshot.known.length).toBeGreaterThan(2 * maxScored)
    const evolution = evolve(snapshot, 'a seed')
    const bred = evolution.variations.map(({ variationId }) => variationId)
    const scored = evolution.scoring.scores.map(({ variationId }) => variationId)
    expect(scored).toHaveLength(maxScored)
    expect(scored).toEqual(expect.arrayContaining(bred))
    const data = { evolution, trigger: 'forced', adminId: 1, snapshotHash: 'f'.repeat(64) } as const
    checkSize(await encode(pageGenerations.decide({ type: 'EvolvePopulation', data }, pageGenerations.initialState)))

    const scoring = { generation: 2400, ...score(snapshot, 'a seed'), snapshotHash: 'f'.repeat(64) }
    expect(scoring.scores).toHaveLength(maxScored)
    const means = new Map(scoring.scores.map(({ variationId, mean }) => [variationId, mean]))
    const unlimited = score(snapshot, 'a seed', {
      model: 'gene-model-2',
      breeding: 'breeding-2',
      policy: 'thompson-1',
      winner: 'probability-best-1',
      controlShare: 0,
    }).scores
    expect(unlimited).toHaveLength(snapshot.known.length)
    const others = (isKept: boolean) =>
      unlimited
        .filter(({ variationId }) => means.has(variationId) === isKept)
        .filter(({ variationId }) => !snapshot.current.some((page) => page.variationId === variationId))
        .map(({ mean }) => mean)
    expect(Math.min(...others(true))).toBeGreaterThanOrEqual(Math.max(...others(false)))
    const command = { type: 'ScoreVariations', data: scoring } as const
    checkSize(await encode(pageGenerations.decide(command, pageGenerations.initialState)))
  })

  it('holds the gene pool when it is full, retired texts included', async () => {
    const full = poolOf(maxAlleles, 'retired')
    const wording = { gene: 'headline', text: 'One more', description: null } as const
    expect(() => changePool(full, { type: 'ProposeAllele', data: wording })).toThrow(/Approve one of them again/)
    const built = full.find(({ id }) => id === 'headline-2')
    const approved = full.map((one) => (one === built ? { ...one, status: 'approved' as const } : one))
    const reworded = { type: 'RewordAllele', data: { alleleId: 'headline-2', ...wording } } as const
    expect(() => changePool(approved, reworded)).toThrow(/Approve one of them again/)
    const again = changePool(full, { type: 'ApproveAllele', data: { alleleId: 'headline-2' } })
    expect(again?.alleles).toHaveLength(full.length)
    checkSize(await encode([{ type: 'GenePoolChanged', data: { version: 'pool-1000', ...again } }]))
  })

  it('holds a batch of outcomes of a campaign', async () => {
    const outcomes = Array.from({ length: outcomesAtOnce }, () => ({
      subject: randomUUID(),
      status: 'skipped' as const,
      code: 'unsubscribed or erased',
      attempts: 25,
      at: metadata.at,
    }))
    const data = { campaignId: 2_147_483_647, batch: 2_147_483_647, outcomes }
    checkSize(
      await encode(emailCampaignOutcomes.decide({ type: 'RecordOutcomes', data }, emailCampaignOutcomes.initialState)),
    )
  })

  it('holds the people who move up from a waiting list at once; the others follow', async () => {
    const guest = (rsvpId: number): RsvpEvent => ({
      type: 'RsvpWaitlisted',
      data: {
        campaignEventId: 2_147_483_647,
        rsvpId,
        subject: randomUUID(),
        name: 'Ruth',
        email: 'ruth@example.org',
        zipCode: null,
      },
    })
    let state = Array.from({ length: 2300 }, (_, n) => guest(2_000_000_000 + n)).reduce(
      rsvps.evolve,
      rsvps.initialState,
    )
    const offer = { status: 'upcoming', capacity: 1_000_000 } as const
    const data = { campaignEventId: 2_147_483_647, offer }
    const steps: number[] = []
    for (;;) {
      const promoted = rsvps.decide({ type: 'OfferSeats', data }, state)
      if (promoted.length === 0) break
      checkSize(await encode(promoted))
      steps.push(promoted.length)
      state = promoted.reduce(rsvps.evolve, state)
    }
    expect(steps).toEqual([promotedAtOnce, promotedAtOnce, promotedAtOnce, promotedAtOnce, 300])
    expect(state.waiting).toEqual([])
  })

  it('holds the largest request, encrypted', async () => {
    const subject = await keys.forEmail('ruth@example.org')
    const words = { firstName: 'Ruth', email: 'ruth@example.org', location: null, prayer: 'x'.repeat(bodyLimit) }
    const encoded = await encode([{ type: 'PrayerSubmitted', data: { prayerId: 1, subject, ...words } }])
    expect(sizeOf(encoded)).toBeGreaterThan(bodyLimit)
    expect(sizeOf(encoded)).toBeLessThan(maxAppendSize / 2)
  })
})
