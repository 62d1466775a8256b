import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { Classification, Traits } from '../../moderation/classification.ts'
import type { ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import { forumThreads } from './forum-threads.ts'
import {
  confidenceUnder,
  defaultThresholds,
  type Outcome,
  outcomeFor,
  type Thresholds,
  type Verdict,
  verdictOn,
} from './screening.ts'

const spans = [{ start: 2, end: 6 }]
const plain: Traits = { words: 12, holdsHarm: false, hasTarget: false, isAimed: false, foreignLanguage: null }
const refusals = {
  harassment: null,
  hate_speech: 80,
  threats: 80,
  spam: null,
  off_topic: null,
  doxxing: 80,
  none: null,
}
const byModel = (
  probability: number,
  violationType: Classification['violationType'] = 'threats',
  traits: Partial<Traits> = {},
  rejectedFrom: number | null = refusals[violationType],
  heldFrom = 30,
): Classification => ({
  source: 'model',
  heldFrom,
  rejectedFrom,
  traits: { ...plain, ...traits },
  violationType,
  probability,
  spans,
  moderator: 'model-1',
})
const byOutsider = (
  probability: number,
  violationType: Classification['violationType'] = 'threats',
): Classification => ({
  source: 'outside',
  violationType,
  probability,
  spans,
  moderator: 'outside-1',
  reason: 'In its own words.',
})

const thresholdsOf = (review: number, reject: number): Thresholds => ({ review, reject })
const outcomes = (classified: (probability: number) => Classification, thresholds: Thresholds, percents: number[]) =>
  percents.map((percent) => verdictOn({ classification: classified(percent / 100), thresholds }).outcome)

describe('a reply', () => {
  const thread = { threadId: 1 }
  const opening = { ...thread, categoryId: 4, authorId: 2, subject: 'ben', title: 'Roads', content: 'They wash out.' }
  const about = { ...thread, contentId: 5, contentType: 'post', subject: 'cora' } as const
  const words = { ...thread, postId: 5, authorId: 3, subject: 'cora', content: 'I know where you live.' }
  const history: ForumThreadEvent[] = [
    { type: 'ThreadStarted', data: opening },
    {
      type: 'ContentApproved',
      data: { ...about, contentId: 1, contentType: 'thread', decidedBy: 'moderator', adminNotes: '' },
    },
  ]
  const posted: ForumThreadEvent = { type: 'ReplyPosted', data: words }
  const post = (probability: number, thresholds: Thresholds): ForumThreadCommand => ({
    type: 'PostReply',
    data: { ...words, screening: { classification: byModel(probability), thresholds } },
  })
  const screened = (thresholds: Thresholds, outcome: Outcome, verdict: Partial<Verdict>): ForumThreadEvent => ({
    type: 'ContentScreened',
    data: {
      ...about,
      violationType: 'threats',
      confidence: 0,
      reason: '',
      suggestion: 'review',
      spans,
      moderator: 'model-1',
      ...verdict,
      thresholds,
      outcome,
    },
  })
  const held: ForumThreadEvent = { type: 'ContentFlagged', data: about }
  const refused: ForumThreadEvent = {
    type: 'ContentRejected',
    data: { ...about, decidedBy: 'moderator', adminNotes: '' },
  }
  const may = 'This post may threaten someone with violence, so a person will look at it.'
  const appears = 'This post appears to threaten someone with violence.'

  it('that is hardly suspected is published, without a violation type', () =>
    given(forumThreads, history)
      .when(post(0.29, defaultThresholds))
      .then([
        posted,
        screened(defaultThresholds, 'approved', {
          violationType: 'none',
          confidence: 29,
          reason: 'Nothing in this post points to a violation.',
          suggestion: 'approve',
          spans: [],
        }),
      ]))

  it('of 76 % waits for a person where the model is sure from 80 % on, and is shown in the band of such posts', () =>
    given(forumThreads, history)
      .when(post(0.76, defaultThresholds))
      .then([posted, screened(defaultThresholds, 'held', { confidence: 67, reason: may }), held]))

  it('of 80 % is rejected at the default thresholds', () =>
    given(forumThreads, history)
      .when(post(0.8, defaultThresholds))
      .then([
        posted,
        screened(defaultThresholds, 'refused', { confidence: 80, reason: appears, suggestion: 'reject' }),
        refused,
      ]))

  it('of 76 % is rejected where an admin set 75', () =>
    given(forumThreads, history)
      .when(post(0.76, thresholdsOf(30, 75)))
      .then([
        posted,
        screened(thresholdsOf(30, 75), 'refused', { confidence: 76, reason: appears, suggestion: 'reject' }),
        refused,
      ]))

  it('of 74 % waits where an admin set 75', () =>
    given(forumThreads, history)
      .when(post(0.74, thresholdsOf(30, 75)))
      .then([posted, screened(thresholdsOf(30, 75), 'held', { confidence: 74, reason: may }), held]))

  it('of 20 % waits where an admin set 20, with its type and passages', () =>
    given(forumThreads, history)
      .when(post(0.2, thresholdsOf(20, 70)))
      .then([posted, screened(thresholdsOf(20, 70), 'held', { confidence: 20, reason: may }), held]))
})

describe('the bands', () => {
  it('begin at the thresholds', () => {
    expect([0, 29, 30, 69, 70, 100].map((confidence) => outcomeFor(confidence, defaultThresholds))).toEqual([
      'approved',
      'approved',
      'held',
      'held',
      'refused',
      'refused',
    ])
  })

  it('decide the outcome', () => {
    const suggestions = [0, 29, 30, 69, 70, 100].map(
      (percent) => verdictOn({ classification: byOutsider(percent / 100), thresholds: defaultThresholds }).suggestion,
    )
    expect(suggestions).toEqual(['approve', 'approve', 'review', 'review', 'reject', 'reject'])
  })
})

describe('the default threshold for a rejection', () => {
  it('requires as much of our models as each type takes, whatever the other threshold is', () => {
    for (const review of [1, 30, 69])
      expect(outcomes(byModel, thresholdsOf(review, 70), [69, 70, 79, 80])).toEqual(['held', 'held', 'held', 'refused'])
    const sureFrom = (rejectedFrom: number | null) => (probability: number) =>
      byModel(probability, 'spam', {}, rejectedFrom)
    expect(outcomes(sureFrom(91), defaultThresholds, [80, 90, 91, 100])).toEqual(['held', 'held', 'refused', 'refused'])
    expect(outcomes(sureFrom(50), defaultThresholds, [50, 69, 70])).toEqual(['held', 'held', 'refused'])
    expect(outcomes(sureFrom(null), defaultThresholds, [50, 69, 70, 100])).toEqual(['held', 'held', 'held', 'held'])
  })

  it.each([null, 75, 80, 95])(
    'keeps held posts in order, without a heap at 69 %%, where they are refused from %s',
    (from) => {
      const shown = Array.from({ length: 71 }, (_, at) =>
        confidenceUnder(byModel((at + 30) / 100, 'spam', {}, from), defaultThresholds),
      )
      expect(shown.toSorted((a, b) => a - b)).toEqual(shown)
      const held = shown.filter((confidence) => confidence < 70)
      const largestGroup = Math.max(...held.map((one) => held.filter((other) => other === one).length))
      expect(largestGroup).toBeLessThanOrEqual(3)
      expect(new Set(held).size).toBeGreaterThanOrEqual(Math.min(37, held.length - 6))
    },
  )

  it('trusts an outside moderator’s percentage', () => {
    expect(outcomes(byOutsider, defaultThresholds, [29, 30, 69, 70, 75])).toEqual([
      'approved',
      'held',
      'held',
      'refused',
      'refused',
    ])
    expect(confidenceUnder(byOutsider(0.75), defaultThresholds)).toBe(75)
  })

  it('rejects from 70 % where the thresholds leave nothing to people', () =>
    expect(outcomes(byModel, thresholdsOf(70, 70), [69, 70, 79])).toEqual(['approved', 'refused', 'refused']))
})

describe('our models', () => {
  const outcomeOf = (classification: Classification, thresholds = defaultThresholds) =>
    verdictOn({ classification, thresholds }).outcome

  it('reject only threats, private details, and hate that names its target', () => {
    const refused = (['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing'] as const).filter(
      (type) => outcomeOf(byModel(1, type)) === 'refused',
    )
    expect(refused).toEqual(['threats', 'doxxing'])
    expect(outcomeOf(byModel(1, 'hate_speech', { hasTarget: true }))).toBe('refused')
    expect(verdictOn({ classification: byModel(0.9, 'harassment'), thresholds: defaultThresholds })).toMatchObject({
      outcome: 'held',
      confidence: 64,
      violationType: 'harassment',
      suggestion: 'review',
    })
    expect(outcomeOf(byModel(0.9, 'harassment'), thresholdsOf(10, 20))).toBe('held')
  })

  it('reject anything where the thresholds leave nothing to people', () =>
    expect(outcomeOf(byModel(0.9, 'harassment'), thresholdsOf(70, 70))).toBe('refused'))

  it.each([1, 3])(
    'approve a post of %i words, unless it holds a slur, a threat, private details or an insult',
    (words) => {
      for (const type of ['harassment', 'spam', 'off_topic'] as const)
        expect(outcomeOf(byModel(0.95, type, { words }))).toBe('approved')
      for (const type of ['threats', 'doxxing'] as const)
        expect(outcomeOf(byModel(0.95, type, { words }))).toBe('refused')
      expect(outcomeOf(byModel(0.95, 'hate_speech', { words }))).toBe('held')
      expect(outcomeOf(byModel(0.49, 'threats', { words }))).toBe(words === 3 ? 'held' : 'approved')
      expect(outcomeOf(byModel(0.49, 'hate_speech', { words, hasTarget: true }))).toBe('held')
      expect(outcomeOf(byModel(0.5, 'harassment', { words, holdsHarm: true }))).toBe('held')
      expect(outcomeOf(byModel(0.6, 'harassment', { words, isAimed: true }))).toBe('held')
      expect(outcomeOf(byModel(0.59, 'harassment', { words, isAimed: true }))).toBe('approved')
      expect(outcomeOf(byModel(0.95, 'spam', { words, isAimed: true }))).toBe('approved')
      expect(outcomeOf(byModel(0.95, 'harassment', { words: 4 }))).toBe('held')
    },
  )

  it('approve a post without any word, whatever the classification, unless it holds such content', () => {
    expect(
      verdictOn({ classification: byModel(0.95, 'threats', { words: 0 }), thresholds: defaultThresholds }),
    ).toEqual({
      violationType: 'none',
      confidence: 28,
      reason: 'Nothing in this post points to a violation.',
      suggestion: 'approve',
      spans: [],
      moderator: 'model-1',
      outcome: 'approved',
    })
    expect(outcomeOf(byModel(0.95, 'threats', { words: 0, holdsHarm: true }))).toBe('refused')
    expect(outcomeOf(byModel(0.95, 'hate_speech', { words: 0, hasTarget: true }))).toBe('refused')
  })

  it.each([2, 12])('leave a post of %i words in another language to a person, and say why', (words) => {
    for (const probability of [0, 0.5, 0.99])
      expect(
        verdictOn({
          classification: byModel(probability, 'threats', { words, foreignLanguage: 'es' }),
          thresholds: defaultThresholds,
        }),
      ).toMatchObject({
        outcome: 'held',
        violationType: 'none',
        reason: 'This post is not in English, so a person will look at it.',
        suggestion: 'review',
        spans: [],
      })
  })
})

describe('a type that is held from another percentage than 30', () => {
  const heldFrom = (from: number) => (probability: number) => byModel(probability, 'spam', {}, 91, from)

  it('is shown as 30 there, and waits from there on', () => {
    expect(confidenceUnder(heldFrom(12)(0.12), defaultThresholds)).toBe(30)
    expect(outcomes(heldFrom(12), defaultThresholds, [11, 12, 29, 60])).toEqual(['approved', 'held', 'held', 'held'])
    expect(outcomes(heldFrom(36), defaultThresholds, [30, 35, 36, 60])).toEqual([
      'approved',
      'approved',
      'held',
      'held',
    ])
  })

  it.each([10, 22, 36])('keeps its order, from nothing to certainty: %i', (from) => {
    const shown = Array.from({ length: 101 }, (_, percent) =>
      confidenceUnder(heldFrom(from)(percent / 100), defaultThresholds),
    )
    expect(shown.toSorted((a, b) => a - b)).toEqual(shown)
    expect([shown[0], shown[100]]).toEqual([0, 100])
  })

  it.each([20, 30, 45, 60])('waits for the same posts or fewer the higher the threshold is: %i', (review) => {
    const held = (threshold: number) =>
      outcomes(
        heldFrom(12),
        thresholdsOf(threshold, 90),
        Array.from({ length: 101 }, (_, percent) => percent),
      ).filter((outcome) => outcome !== 'approved').length
    expect(held(review + 1)).toBeLessThanOrEqual(held(review))
    expect(held(review)).toBeLessThan(held(review - 10))
  })

  it('is rejected from where that takes at the percentage shown', () => {
    // 88 percent of probability are shown as 90, and 90 percent as 92.
    expect(outcomes(heldFrom(16), defaultThresholds, [88, 90])).toEqual(['held', 'refused'])
  })
})

describe('any other threshold', () => {
  it.each([1, 40, 69, 71, 75, 79, 80, 81, 100])('for a rejection applies as it was set: %i', (reject) => {
    const thresholds = thresholdsOf(1, reject)
    for (const classified of [byModel, byOutsider])
      for (let percent = 1; percent <= 100; percent++) {
        const { outcome, confidence } = verdictOn({ classification: classified(percent / 100), thresholds })
        expect([outcome, confidence]).toEqual([percent >= reject ? 'refused' : 'held', percent])
      }
  })

  it.each([1, 29, 31, 60])('for a review applies as it was set: %i', (review) => {
    expect(outcomes(byModel, thresholdsOf(review, 90), [review - 1, review, 89, 90])).toEqual([
      'approved',
      'held',
      'held',
      'refused',
    ])
  })
})

describe('the reason', () => {
  const reasonOf = (classification: Classification, thresholds = defaultThresholds) =>
    verdictOn({ classification, thresholds }).reason

  it.each([
    ['harassment', 'attack or demean a person rather than what they say or do'],
    ['hate_speech', 'demean people for who they are, such as their faith, origin, sex or disability'],
    ['threats', 'threaten someone with violence'],
    ['spam', 'advertise or solicit rather than take part in the discussion'],
    ['off_topic', 'have nothing to do with the campaign or public life'],
    ['doxxing', 'make private details of a person public'],
  ] as const)('is our own wording for our models: %s', (type, offense) => {
    expect(reasonOf(byModel(0.5, type))).toBe(`This post may ${offense}, so a person will look at it.`)
    const refused = reasonOf(byModel(0.9, type, { hasTarget: true }), thresholdsOf(80, 80))
    expect(refused).toBe(`This post appears to ${offense}.`)
    expect(reasonOf(byModel(0.1, type))).toBe('Nothing in this post points to a violation.')
  })

  it.each([0.1, 0.5, 0.7, 0.95])('is an outside moderator’s own at the default thresholds: %d', (probability) =>
    expect(reasonOf(byOutsider(probability))).toBe('In its own words.'),
  )

  it('is ours where the outside moderator’s was harsher than the outcome', () => {
    expect(reasonOf(byOutsider(0.5), thresholdsOf(60, 95))).toBe('In its own words.')
    expect(reasonOf(byOutsider(0.9), thresholdsOf(60, 95))).toBe('In its own words.')
  })

  it('rejected authors are not told that a review is pending', () => {
    expect(reasonOf(byOutsider(0.5), thresholdsOf(20, 40))).toBe('This post appears to threaten someone with violence.')
    expect(reasonOf(byOutsider(0.2, 'none'), thresholdsOf(10, 15))).toBe(
      'The check was not sure enough of this post to publish it.',
    )
  })

  it('held authors are not told that nothing was found', () => {
    expect(reasonOf(byOutsider(0.2), thresholdsOf(10, 70))).toBe(
      'This post may threaten someone with violence, so a person will look at it.',
    )
    expect(reasonOf(byOutsider(0.2, 'none'), thresholdsOf(10, 70))).toBe(
      'The check was not sure about this post, so a person will look at it.',
    )
  })
})

describe('a text that could not be judged in time', () => {
  const classification: Classification = {
    source: 'none',
    violationType: 'none',
    probability: 0,
    spans: [],
    moderator: 'not checked',
  }

  it.each([
    [defaultThresholds.review, defaultThresholds.reject],
    [0, 0],
    [70, 70],
    [100, 100],
  ])('is held under the thresholds %i and %i', (review, reject) => {
    expect(verdictOn({ classification, thresholds: { review, reject } })).toMatchObject({
      outcome: 'held',
      suggestion: 'review',
      violationType: 'none',
      confidence: review,
    })
  })
})
