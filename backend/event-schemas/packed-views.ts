import type { BotVerdict } from '../domain/bot-rules.ts'
import type { RecordedView } from '../domain/page-variations/page-view-blocks.ts'
import type { PageViewEvent, ViewServing } from '../domain/page-variations/page-views.ts'

type Served = Extract<PageViewEvent, { type: 'VariationServed' }>['data']
type Visit = Extract<PageViewEvent, { type: 'VisitRecorded' }>['data']
type Credit = Extract<PageViewEvent, { type: 'ConversionCredited' }>['data']

/**
 * The first version of a block, which is read and no longer written: facts in the order of their decisions, without
 * repetitions. Numbers without a name are indexes into the lists of the block.
 */
export type PackedViews = {
  /** The time of the earliest fact; ISO 8601. */
  since: string
  /** One letter per fact: s, r or c, for `served`, `reported` and `credited`. */
  order: string
  /** Id, and headline, issue focus, button color and layout; null: only its id was needed. */
  pages: [string, [string, string, string, string] | null][]
  /** Of what the policy knew (`snapshotHash`). */
  hashes: string[]
  /** Facts that servings have in common; `offers`: page and probability, null where the page was certain. */
  draws: {
    generation: number
    day: string | null
    genePoolVersion: string
    policyVersion: string
    hash: number
    fitnessVersion: string
    bot: BotVerdict
    offers: [number, number][] | null
  }[]
  /** Servings of views that were reported or credited: generation, day, propensity, hash, whether it was the first. */
  servings: [number, string | null, number, number, boolean][]
  /** After how many ms, view, visitor, page, draw, reason, number drawn, propensity. */
  served: [number, string, string, number, number, number, number | null, number][]
  /** After how many ms, view (a number: in `served`), report, page, time on page, flags, serving, visitor. */
  reported: [number, string | number, string, number, number, number, number | null, string][]
  /** Reports that are not plain: which, scored time, refusal, the report that it repeats. */
  others: [number, number, number, string][]
  /** After how many ms, view (a number: in `served`), page, flags, serving, visitor. */
  credited: [number, string | number, number, number, number | null, string][]
}

// These numbers are in the log.
const reasons = ['new', 'sticky', 'redrawn', 'fallback'] as const satisfies readonly Served['reason'][]
const sources = ['timer', 'leave', 'hook'] as const satisfies readonly Visit['source'][]
const exclusions = [
  null,
  'unserved',
  'fallback',
  'visitor-cap',
  'address-cap',
  'duplicate',
] as const satisfies readonly Visit['refusal'][]
const conversions = ['donated', 'volunteered'] as const satisfies readonly Credit['conversion'][]
const creditSources = ['hook', 'server'] as const satisfies readonly Credit['source'][]
const rules = ['view-1', 'visitor-1'] as const satisfies readonly Credit['rule'][]

/** Flags of a report, and of a credited conversion. */
const report = { donated: 1, volunteered: 2, censored: 4, accepted: 8, source: 16 }
const credit = { conversion: 1, source: 2, isAfterVisit: 4, rule: 8 }
/** A report is plain when it counts, and at most this much of its time. Part of the form, whatever the rule becomes. */
const plainCap = 30_000 // ms
/** In place of a propensity: the probability of the page among the offers. */
const asOffered = 2
const unit = 2 ** 32

const toUuid = (short: string) =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The id of a report begins with that of its view where it can. */
const fullId = (suffix: string, viewId: string) => (suffix.length < 22 ? viewId + suffix : suffix)

const offeredTo = (variationId: string, offers: Served['probabilities']) =>
  offers.find((offer) => offer.variationId === variationId)?.probability ?? 1

/** Throws RangeError where it refers to what is not in it. */
export function unpackViews(block: PackedViews): RecordedView[] {
  const start = Date.parse(block.since)
  const next = { s: 0, r: 0, c: 0 }
  const at = (after: number) => new Date(start + after).toISOString()

  const others = new Map(block.others.map(([index, ...rest]) => [index, rest]))

  function servingOf(index: number | null, visitorKey: string): ViewServing | null {
    if (index === null) return null
    const [generation, day, propensity, hash, isFirst] = itemIn(block.servings, index)
    return { visitorKey, generation, day, propensity, snapshotHash: itemIn(block.hashes, hash), isFirst }
  }
  function named(view: string | number, visitor: string): { viewId: string; visitorKey: string } {
    if (typeof view === 'string') return { viewId: view, visitorKey: visitor }
    const [, viewId, visitorKey] = itemIn(block.served, view)
    return { viewId, visitorKey }
  }
  const idOf = (page: number) => itemIn(block.pages, page)[0]

  function served(): RecordedView {
    const [after, viewId, visitorKey, page, draw, reason, drawn, propensity] = itemIn(block.served, next.s++)
    const [variationId, texts] = itemIn(block.pages, page)
    if (texts === null) throw new RangeError('A page that was served has no texts.')
    const [headline, issueFocus, buttonColor, layout] = texts
    const { offers, generation, day, bot, hash, ...versions } = itemIn(block.draws, draw)
    const probabilities = offers?.map(([offered, probability]) => ({ variationId: idOf(offered), probability })) ?? [
      { variationId, probability: 1 },
    ]
    const { genePoolVersion, policyVersion, fitnessVersion } = versions
    const data: Served = {
      viewId,
      visitorKey,
      variationId,
      generation,
      day,
      genome: { headline, issueFocus, buttonColor, layout },
      genePoolVersion,
      reason: itemIn(reasons, reason),
      propensity: propensity === asOffered ? offeredTo(variationId, probabilities) : propensity,
      probabilities,
      uniform: drawn !== null && Number.isInteger(drawn) ? drawn / unit : drawn,
      policyVersion,
      snapshotHash: itemIn(block.hashes, hash),
      fitnessVersion,
      bot,
    }
    return { at: at(after), event: { type: 'VariationServed', data } }
  }

  function reported(): RecordedView {
    const index = next.r++
    const [after, view, visit, page, timeOnPage, flags, serving, visitor] = itemIn(block.reported, index)
    const [scored, refusal, original] = others.get(index) ?? [Math.min(timeOnPage, plainCap), 0, '']
    const { viewId, visitorKey } = named(view, visitor)
    const data: Visit = {
      viewId,
      visitId: toUuid(fullId(visit, viewId)),
      variationId: idOf(page),
      timeOnPage,
      donated: (flags & report.donated) !== 0,
      volunteered: (flags & report.volunteered) !== 0,
      scoredTime: scored,
      censored: (flags & report.censored) !== 0,
      source: itemIn(sources, Math.floor(flags / report.source)),
      accepted: (flags & report.accepted) !== 0,
      refusal: refusal === 0 ? null : itemIn(exclusions, refusal),
      duplicateOf: original === '' ? null : toUuid(original),
      serving: servingOf(serving, visitorKey),
    }
    return { at: at(after), event: { type: 'VisitRecorded', data } }
  }

  function credited(): RecordedView {
    const [after, view, page, flags, serving, visitor] = itemIn(block.credited, next.c++)
    const { viewId, visitorKey } = named(view, visitor)
    const data: Credit = {
      viewId,
      variationId: idOf(page),
      conversion: itemIn(conversions, flags & credit.conversion),
      source: itemIn(creditSources, (flags & credit.source) / credit.source),
      isAfterVisit: (flags & credit.isAfterVisit) !== 0,
      rule: itemIn(rules, (flags & credit.rule) / credit.rule),
      serving: servingOf(serving, visitorKey),
    }
    return { at: at(after), event: { type: 'ConversionCredited', data } }
  }

  return Array.from(block.order, (letter) => {
    if (letter === 's') return served()
    return letter === 'r' ? reported() : credited()
  })
}

function itemIn<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`A block of page views has no item ${index}.`)
  return item
}
