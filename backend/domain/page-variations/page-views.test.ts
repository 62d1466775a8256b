import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { creditRule, type PageViewEvent, pageViews } from './page-views.ts'

const report = {
  viewId: 'v1',
  visitId: 'r1',
  variationId: 'gen1_aaaa',
  timeOnPage: 12_000,
  donated: false,
  volunteered: false,
  exclusion: null,
  isLaterView: false,
} as const
const { isLaterView: _later, exclusion: _counted, ...reported } = report
const visit: Extract<PageViewEvent, { type: 'VisitRecorded' }>['data'] = {
  ...reported,
  scoredTime: 12_000,
  censored: false,
  source: 'leave',
  accepted: true,
  refusal: null,
  duplicateOf: null,
  serving: null,
}
const credited = (conversion: 'donated' | 'volunteered', source: 'hook' | 'server'): PageViewEvent => ({
  type: 'ConversionCredited',
  data: {
    viewId: 'v1',
    variationId: 'gen1_aaaa',
    conversion,
    source,
    isAfterVisit: false,
    rule: creditRule,
    serving: null,
  },
})
const credit = {
  type: 'CreditConversion',
  data: { viewId: 'v1', variationId: 'gen1_aaaa', conversion: 'volunteered', source: 'server' },
} as const

describe('a report', () => {
  it('is recorded once; a second one is kept as a duplicate and changes nothing', () => {
    const recorded: PageViewEvent = { type: 'VisitRecorded', data: visit }
    given(pageViews, []).when({ type: 'ReportVisit', data: report }).then([recorded])
    given(pageViews, [recorded])
      .when({ type: 'ReportVisit', data: { ...report, visitId: 'r2', volunteered: true } })
      .then([
        {
          type: 'VisitRecorded',
          data: {
            ...visit,
            visitId: 'r2',
            volunteered: true,
            source: 'hook',
            accepted: false,
            refusal: 'duplicate',
            duplicateOf: 'r1',
          },
        },
      ])
    given(pageViews, [recorded]).when({ type: 'ReportVisit', data: report }).thenNothing()
  })

  it('scores at most 30 seconds, and marks a longer time as censored', () => {
    given(pageViews, [])
      .when({ type: 'ReportVisit', data: { ...report, timeOnPage: 95_000 } })
      .then([
        {
          type: 'VisitRecorded',
          data: { ...visit, timeOnPage: 95_000, scoredTime: 30_000, censored: true, source: 'timer' },
        },
      ])
  })

  it('is kept, marked and not counted when it is excluded', () => {
    const excluded = { ...visit, donated: true, source: 'hook', accepted: false, refusal: 'address-cap' } as const
    given(pageViews, [])
      .when({ type: 'ReportVisit', data: { ...report, donated: true, exclusion: 'address-cap' } })
      .then([{ type: 'VisitRecorded', data: excluded }])
  })

  it('after an excluded one counts', () => {
    const excluded: PageViewEvent = {
      type: 'VisitRecorded',
      data: { ...visit, accepted: false, refusal: 'visitor-cap' },
    }
    given(pageViews, [excluded])
      .when({ type: 'ReportVisit', data: { ...report, visitId: 'r2' } })
      .then([{ type: 'VisitRecorded', data: { ...visit, visitId: 'r2' } }])
  })
})

describe('a conversion', () => {
  it('is credited once per view and kind, to the first reporter', () => {
    const clicked = { ...report, volunteered: true } as const
    given(pageViews, [])
      .when({ type: 'ReportVisit', data: clicked })
      .then([
        { type: 'VisitRecorded', data: { ...visit, volunteered: true, source: 'hook' } },
        credited('volunteered', 'hook'),
      ])
    given(pageViews, [credited('volunteered', 'hook')])
      .when(credit)
      .thenNothing()
    given(pageViews, [credited('donated', 'server')])
      .when(credit)
      .then([credited('volunteered', 'server')])
  })

  it('in a later view of the visitor is reported there, and credited to the first view by a command of its own', () => {
    given(pageViews, [])
      .when({ type: 'ReportVisit', data: { ...report, volunteered: true, isLaterView: true } })
      .then([{ type: 'VisitRecorded', data: { ...visit, volunteered: true, source: 'hook' } }])
    given(pageViews, [])
      .when({ ...credit, data: { ...credit.data, source: 'hook' } })
      .then([credited('volunteered', 'hook')])
  })

  it('that the server saw first is counted in the visit reported later', () => {
    given(pageViews, [credited('volunteered', 'server')])
      .when({ type: 'ReportVisit', data: report })
      .then([{ type: 'VisitRecorded', data: { ...visit, volunteered: true } }])
  })
})

describe('a view', () => {
  const data = {
    viewId: 'v1',
    visitorKey: 'k',
    variationId: 'gen1_aaaa',
    generation: 1,
    day: '2026-03-01',
    genome: { headline: 'office', issueFocus: 'highlighted', buttonColor: 'cardinal', layout: 'split' },
    genePoolVersion: 'pool-1',
    reason: 'new',
    propensity: 1,
    probabilities: [{ variationId: 'gen1_aaaa', probability: 1 }],
    uniform: 0.5,
    policyVersion: 'uniform-1',
    snapshotHash: 'h',
    fitnessVersion: 'fitness-1',
    bot: { isBot: false, rule: null, version: 'bots-1' },
  } as const
  const served = { type: 'VariationServed' as const, data: { ...data, probabilities: [...data.probabilities] } }
  const serving = {
    visitorKey: 'k',
    generation: 1,
    day: '2026-03-01',
    propensity: 1,
    snapshotHash: 'h',
    isFirst: true,
  }

  it('is served once', () => {
    given(pageViews, [])
      .when({ ...served, type: 'ServeVariation' })
      .then([served])
    given(pageViews, [served])
      .when({ ...served, type: 'ServeVariation' })
      .thenNothing()
  })

  it('is described in its report, and in a conversion that comes after it', () => {
    const recorded: PageViewEvent = { type: 'VisitRecorded', data: { ...visit, serving } }
    given(pageViews, [served]).when({ type: 'ReportVisit', data: report }).then([recorded])
    given(pageViews, [served, recorded])
      .when(credit)
      .then([
        {
          type: 'ConversionCredited',
          data: { ...credit.data, isAfterVisit: true, rule: creditRule, serving },
        },
      ])
  })

  it.each(['sticky', 'redrawn', 'fallback'] as const)('that is %s is not a first one', (reason) => {
    given(pageViews, [{ ...served, data: { ...served.data, reason } }])
      .when({ type: 'ReportVisit', data: report })
      .then([{ type: 'VisitRecorded', data: { ...visit, serving: { ...serving, isFirst: false } } }])
  })
})
