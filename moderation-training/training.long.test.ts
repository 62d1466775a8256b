import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { classify } from '../backend/moderation/classifier.ts'
import { decodeModel } from '../backend/moderation/model-file.ts'
import { length } from '../test/support/run/length.ts'
import { longTimeouts } from '../test/support/run/timeouts.ts'
import { calibrate } from './calibrate.ts'
import { expand, isHeldOut } from './expand.ts'
import { balancedAccuracy, calibrationError, heldByLabel, type Judged, rowsByKind, rowsOf } from './figures.ts'
import { settingsFor } from './learn.ts'
import { readPosts } from './posts.ts'
import { templates } from './templates/index.ts'
import type { TemplateGroup } from './templates/template.ts'
import { type Material, trainModel } from './train.ts'
import { readWrittenPosts } from './written-posts.ts'

const few: TemplateGroup[] = [
  {
    label: 'none',
    slots: { thing: ['road', 'bridge', 'school'] },
    texts: ['The {thing} is open', 'When is the {thing} vote?', 'I like the new {thing}', 'Thanks for the {thing}'],
  },
  {
    label: 'spam',
    slots: { thing: ['pills', 'watches', 'loans'] },
    texts: ['Buy cheap {thing} now', 'Best {thing} online, click', 'Free {thing} for you', 'Win {thing} today'],
  },
]

const material: Material = { train: [], validation: [], test: [], templates: few, vectors: new Map() }

/** As in a real training, unless a short one will do. */
function settings(seed: number) {
  const { weights, network, head } = settingsFor(seed)
  return {
    seed,
    head,
    weights: { ...weights, epochs: length(weights.epochs, 2) },
    network: { ...network, epochs: length(network.epochs, 1) },
  }
}

describe('training', { timeout: longTimeouts.testTimeout }, () => {
  it('gives the same file from the same seed, and another from another', () => {
    const train = (seed: number) => trainModel(material, settings(seed), () => {}).file
    const first = train(1)
    expect(Buffer.compare(first, train(1))).toBe(0)
    expect(Buffer.compare(first, train(2))).not.toBe(0)
  })

  it('learns from its examples', () => {
    const { weights, ...others } = settings(1)
    const { file } = trainModel(material, { ...others, weights: { ...weights, epochs: 20 } }, () => {})
    const model = decodeModel(file)
    expect(classify('Buy cheap watches now', model).probability).toBeGreaterThan(
      classify('The bridge is open', model).probability,
    )
    expect(classify('Buy cheap watches now', model).violationType).toBe('spam')
  })

  it('reports its progress, to the end', () => {
    const stages = new Map<string, string>()
    trainModel(material, settings(1), (stage, done, total) => stages.set(stage, `${done === total}`))
    expect([...stages]).toEqual([
      ['weights', 'true'],
      ['network', 'true'],
      ['head', 'true'],
      ['tuning', 'true'],
    ])
  })
})

describe('the templates', () => {
  const { train, validation } = expand(templates, 1)

  it('expand to thousands, for every label, in both parts', () => {
    for (const part of [train, validation]) {
      expect(part.length).toBeGreaterThan(4000)
      expect(new Set(part.map(({ label }) => label)).size).toBe(7)
    }
  })

  it('are never in both parts', () => {
    expect(train.filter(({ template = '' }) => isHeldOut(template))).toEqual([])
    expect(validation.filter(({ template = '' }) => !isHeldOut(template))).toEqual([])
  })

  it('fill every slot, and use only invented numbers and domains', () => {
    const texts = [...train, ...validation].map(({ text }) => text)
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([])
    expect(
      texts.filter((text) => /\b\d{3}[-. ]\d{3}[-. ](?!555)\d{4}\b/.test(text) && !/555[-. ]01\d\d/.test(text)),
    ).toEqual([])
    expect(texts.filter((text) => /\.(com|net|org)\b/i.test(text))).toEqual([])
  })
})

const written = await readWrittenPosts()

describe('the written posts', () => {
  const { train, validation, test } = written

  it('are there for every label, and none is in two parts', () => {
    const texts = new Set([...train, ...validation, ...test].map(({ text }) => text))
    expect(texts.size).toBe(train.length + validation.length + test.length)
    expect(train.length).toBeGreaterThan(4000)
    for (const part of [train, validation, test]) expect(new Set(part.map(({ label }) => label)).size).toBe(7)
  })

  it('are as many as the README says, and those with a kind are not trained on', () => {
    expect([train.length, validation.length, test.length]).toEqual([23_256, 7937, 900])
    const tellKind = (part: typeof train) => part.filter(({ kind }) => kind !== undefined).length
    expect([train, validation, test].map(tellKind)).toEqual([0, 3181, 900])
  })

  it('use only invented numbers and domains', () => {
    const texts = [...train, ...validation, ...test].map(({ text }) => text)
    expect(texts.filter((text) => /\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/.test(text) && !/555[-. ]01\d\d/.test(text))).toEqual(
      [],
    )
    expect(texts.filter((text) => /\b[\w-]{2,}\.(com|net|org)\b/i.test(text))).toEqual([])
  })
})

describe('calibration', () => {
  it('rises with the log-odds and follows the shares', () => {
    const scored = Array.from({ length: 2000 }, (_, at) => ({
      logit: at / 200 - 5,
      isViolation: at % 20 < at / 100,
      weight: 1,
    }))
    const curve = calibrate(scored)
    expect(
      curve.every(([x, y], at) => at === 0 || (x > (curve[at - 1]?.[0] ?? 0) && y > (curve[at - 1]?.[1] ?? 0))),
    ).toBe(true)
    const middle = curve.find(([x]) => x > 0)
    expect(Math.abs((middle?.[1] ?? 1) - 0.5)).toBeLessThan(0.1)
  })
})

describe('the figures', () => {
  const judged = (label: string, confidence: number): Judged => ({
    isPolitical: false,
    post: { label, source: 'a' },
    verdict: { confidence, violationType: confidence < 30 ? 'none' : 'spam', suggestion: 'review' },
    found: { violationType: 'spam', probability: confidence / 100, percent: confidence, hasTarget: false },
  })
  const all = [judged('none', 10), judged('none', 40), judged('spam', 90), judged('spam', 20)]

  it('count held and refused posts per source and label', () => {
    expect(rowsOf(all)).toEqual([
      { source: 'a', label: 'none', posts: 2, held: 0.5, refused: 0, typeRight: 0 },
      { source: 'a', label: 'spam', posts: 2, held: 0.5, refused: 0.5, typeRight: 1 },
    ])
  })

  it('count them per kind, where the kind is told', () => {
    const [one] = all.map(({ post, ...rest }) => ({ ...rest, post: { ...post, kind: 'sermons' } }))
    expect(rowsByKind([...all, ...(one ? [one] : [])])).toEqual([
      { source: 'sermons', label: 'none', posts: 1, held: 0, refused: 0, typeRight: Number.NaN },
    ])
  })

  it('sum up by label', () => {
    expect(heldByLabel(all).filter(({ posts }) => posts > 0)).toEqual([
      { label: 'none', posts: 2, held: 0.5, refused: 0 },
      { label: 'spam', posts: 2, held: 0.5, refused: 0.5 },
    ])
  })

  it('balance both kinds of error, and compare confidence with the true share', () => {
    expect(balancedAccuracy(all)).toBe(0.5)
    expect(calibrationError(all)).toBeCloseTo((0.1 + 0.4 + 0.1 + 0.8) / 4)
  })
})

describe('posts to learn from', () => {
  it('are read with line separators inside, without unknown labels', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'posts-'))
    const rows = [
      { text: 'one\u2028two', label: 'none', source: 's' },
      { text: 'x', label: 'toxic_unmapped', source: 's' },
      { text: 'y', label: 'harassment', source: 's', typed: false },
    ]
    await writeFile(join(folder, 'train.jsonl.gz'), gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
    const posts = await readPosts(folder, 'train')
    await rm(folder, { recursive: true })
    expect(posts.map(({ text, allowed }) => [text, allowed])).toEqual([
      ['one\u2028two', 1],
      ['y', 0b1111110],
    ])
  })
})
