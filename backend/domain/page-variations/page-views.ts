import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'
import type { BotVerdict } from '../bot-rules.ts'
import { timeCap } from './gene-model.ts'
import type { Genome } from './page-genes.ts'
import type { Offer } from './serving-policy.ts'

export type Conversion = 'donated' | 'volunteered'

/** One view of the home page. Nothing in it identifies a person: `visitorKey` is a keyed hash of a random cookie. */
type Served = {
  viewId: string
  visitorKey: string
  variationId: string
  /** The generation at that time, even if the variation is older. */
  generation: number
  /** The day in UTC; null: recorded by an older release. */
  day: string | null
  genome: Genome
  genePoolVersion: string
  /** `redrawn`: the visitor’s page was retired. */
  reason: 'new' | 'sticky' | 'redrawn' | 'fallback'
  /** Probability of the served page in this draw; 1 where there was no draw. */
  propensity: number
  /** The pages that could have been served; the probabilities add up to 1. */
  probabilities: Offer[]
  /** 0 ≤ uniform < 1; null where there was no draw. */
  uniform: number | null
  policyVersion: string
  /** SHA-256 of the policy’s whole input when it set the probabilities. */
  snapshotHash: string
  fitnessVersion: string
  bot: BotVerdict
}

/** Serving of the view, repeated in its report so that the report explains itself. */
export type ViewServing = Pick<Served, 'visitorKey' | 'generation' | 'day' | 'propensity' | 'snapshotHash'> & {
  /** The visitor’s first page, from a recorded draw. Rates are based on it; later views only add to the time. */
  isFirst: boolean
}

/** Why a report is kept but not counted. */
export type Exclusion = 'unserved' | 'fallback' | 'visitor-cap' | 'address-cap'

type Report = {
  viewId: string
  visitId: string
  variationId: string
  /** Milliseconds, as reported. */
  timeOnPage: number
  donated: boolean
  volunteered: boolean
}

type Visit = Report & {
  /** The time that is scored: at most the cap. */
  scoredTime: number
  /** True when the page reported at the cap, so that the real time was at least this long. */
  censored: boolean
  source: 'timer' | 'leave' | 'hook'
  accepted: boolean
  /** Its exclusion, under the name that the log has had from the start. */
  refusal: Exclusion | 'duplicate' | null
  duplicateOf: string | null
  /** Null: the view is unknown, or an older release recorded the report. */
  serving: ViewServing | null
}

/**
 * Which view a conversion is credited to. `view-1`: the view in which it happened, so that only conversions of a first view
 * counted. `visitor-1`: the visitor’s first view, whichever later view of the same page led to it.
 */
export type CreditRule = 'view-1' | 'visitor-1'
export const creditRule: CreditRule = 'visitor-1'

type Credit = {
  /** The view that gets the credit. */
  viewId: string
  variationId: string
  conversion: Conversion
  source: 'hook' | 'server'
  /** The visit was counted before, without this conversion. */
  isAfterVisit: boolean
  rule: CreditRule
  serving: ViewServing | null
}

export type PageViewCommand =
  | Fact<'ServeVariation', Served>
  /** `isLaterView`: conversions in it are credited to the visitor’s first view, by commands of their own. */
  | Fact<'ReportVisit', Report & { exclusion: Exclusion | null; isLaterView: boolean }>
  | Fact<'CreditConversion', Pick<Credit, 'viewId' | 'variationId' | 'conversion' | 'source'>>
export type PageViewEvent =
  | Fact<'VariationServed', Served>
  | Fact<'VisitRecorded', Visit>
  | Fact<'ConversionCredited', Credit>

type PageView = { serving: ViewServing | null; isServed: boolean; visitId: string | null; conversions: Conversion[] }

export const pageViewStream = (viewId: string) => `view-${viewId}`

/** Each view counts one report and one conversion of each kind, from the first reporter. */
export const pageViews: Decider<PageView, PageViewCommand, PageViewEvent> = {
  initialState: { serving: null, isServed: false, visitId: null, conversions: [] },
  decide(command, view) {
    switch (command.type) {
      case 'ServeVariation':
        return view.isServed ? [] : [{ type: 'VariationServed', data: command.data }]
      case 'ReportVisit': {
        const { exclusion, isLaterView, ...report } = command.data
        if (view.visitId === report.visitId) return []
        const isDuplicate = exclusion === null && view.visitId !== null
        const accepted = exclusion === null && !isDuplicate
        const visit: Visit = {
          ...report,
          // A conversion that the server saw before the page’s report belongs to this visit.
          donated: report.donated || view.conversions.includes('donated'),
          volunteered: report.volunteered || view.conversions.includes('volunteered'),
          scoredTime: Math.min(report.timeOnPage, timeCap),
          censored: report.timeOnPage >= timeCap,
          source: report.donated || report.volunteered ? 'hook' : report.timeOnPage < timeCap ? 'leave' : 'timer',
          accepted,
          refusal: isDuplicate ? 'duplicate' : exclusion,
          duplicateOf: isDuplicate ? view.visitId : null,
          serving: view.serving,
        }
        const { viewId, variationId } = report
        const isCredited = accepted && !isLaterView
        const reported = (['donated', 'volunteered'] as const).filter((conversion) => isCredited && report[conversion])
        return [
          { type: 'VisitRecorded', data: visit },
          ...reported
            .filter((conversion) => !view.conversions.includes(conversion))
            .map((conversion): PageViewEvent => {
              const { serving } = view
              return {
                type: 'ConversionCredited',
                data: {
                  viewId,
                  variationId,
                  conversion,
                  source: 'hook',
                  isAfterVisit: false,
                  rule: creditRule,
                  serving,
                },
              }
            }),
        ]
      }
      case 'CreditConversion':
        return view.conversions.includes(command.data.conversion)
          ? []
          : [
              {
                type: 'ConversionCredited',
                data: {
                  ...command.data,
                  rule: creditRule,
                  isAfterVisit: view.visitId !== null,
                  serving: view.serving,
                },
              },
            ]
    }
  },
  evolve(view, event) {
    switch (event.type) {
      case 'VariationServed':
        return { ...view, isServed: true, serving: servingOf(event.data) }
      case 'VisitRecorded':
        return event.data.accepted ? { ...view, visitId: event.data.visitId } : view
      case 'ConversionCredited':
        return { ...view, conversions: [...view.conversions, event.data.conversion] }
    }
  },
}

function servingOf({ visitorKey, generation, day, propensity, snapshotHash, reason, bot }: Served): ViewServing {
  const isFirst = reason === 'new' && !bot.isBot
  return { visitorKey, generation, day, propensity, snapshotHash, isFirst }
}
