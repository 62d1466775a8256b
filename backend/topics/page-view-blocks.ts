import type { ViewBlock, ViewBlockEvent } from '../domain/page-view-blocks.ts'
import type { PageViewEvent, ViewServing } from '../domain/page-views.ts'

/** A fact about a view, and when it was recorded: ISO 8601 in UTC with milliseconds. */
export type RecordedView = { at: string; event: PageViewEvent }

type Served = Extract<PageViewEvent, { type: 'VariationServed' }>['data']
type Visit = Extract<PageViewEvent, { type: 'VisitRecorded' }>['data']
type Credit = Extract<PageViewEvent, { type: 'ConversionCredited' }>['data']

// These numbers are in the log: new words come last.
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

const toShort = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
const toUuid = (short: string) =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The id of a report begins with that of its view where it can. */
const within = (short: string, viewId: string) => (short.startsWith(viewId) ? short.slice(viewId.length) : short)
const fullId = (suffix: string, viewId: string) => (suffix.length < 22 ? viewId + suffix : suffix)

/** A list without repetitions; `add` returns the index of the item. */
function uniqueList<Item>() {
  const items: Item[] = []
  const known = new Map<string, number>()
  return {
    items,
    add(item: Item, key = JSON.stringify(item)): number {
      const index = known.get(key) ?? items.push(item) - 1
      known.set(key, index)
      return index
    },
  }
}

const isCertain = ({ probabilities, variationId }: Served) =>
  probabilities.length === 1 && probabilities[0]?.variationId === variationId && probabilities[0].probability === 1

const offeredTo = (variationId: string, offers: Served['probabilities']) =>
  offers.find((offer) => offer.variationId === variationId)?.probability ?? 1

/** Loses nothing: `unpackViews` gives the same facts in the same order. At least one. */
export function packViews(views: readonly RecordedView[]): ViewBlock {
  const times = views.map(({ at }) => Date.parse(at))
  const start = times.reduce((earliest, time) => Math.min(earliest, time))
  const pages = uniqueList<ViewBlock['pages'][number]>()
  /** The first place of a page. */
  const pageOf = new Map<string, number>()
  const hashes = uniqueList<string>()
  const draws = uniqueList<ViewBlock['draws'][number]>()
  const servings = uniqueList<ViewBlock['servings'][number]>()
  const servedAs = new Map<string, { index: number; visitorKey: string }>()
  const block: Pick<ViewBlock, 'served' | 'reported' | 'others' | 'credited'> = {
    served: [],
    reported: [],
    others: [],
    credited: [],
  }
  let order = ''

  function knownPage(variationId: string): number {
    const index = pageOf.get(variationId) ?? pages.add([variationId, null])
    pageOf.set(variationId, index)
    return index
  }
  /** Its texts are added where it was only offered before; they never change in the product. */
  function servedPage(variationId: string, { headline, issueFocus, buttonColor, layout }: Served['genome']): number {
    const texts: [string, string, string, string] = [headline, issueFocus, buttonColor, layout]
    const index = knownPage(variationId)
    const page = itemIn(pages.items, index)
    page[1] ??= texts
    return page[1].every((text, place) => text === texts[place]) ? index : pages.add([variationId, texts])
  }
  function servingOf(serving: ViewServing | null): number | null {
    if (serving === null) return null
    const { generation, day, propensity, snapshotHash, isFirst } = serving
    return servings.add([generation, day, propensity, hashes.add(snapshotHash), isFirst])
  }
  /** The view and its visitor; both are short where the view was served in this block. */
  function nameOf(viewId: string, serving: ViewServing | null): [string | number, string] {
    const served = servedAs.get(viewId)
    const visitorKey = serving?.visitorKey ?? ''
    return served && (serving === null || served.visitorKey === visitorKey) ? [served.index, ''] : [viewId, visitorKey]
  }

  function addServed(after: number, data: Served): void {
    const { viewId, visitorKey, variationId, genome, reason, propensity, probabilities, uniform } = data
    const { generation, day, genePoolVersion, policyVersion, snapshotHash, fitnessVersion, bot } = data
    const page = servedPage(variationId, genome)
    const offers = isCertain(data)
      ? null
      : probabilities.map((offer): [number, number] => [knownPage(offer.variationId), offer.probability])
    const hash = hashes.add(snapshotHash)
    const draw = draws.add({ generation, day, genePoolVersion, policyVersion, hash, fitnessVersion, bot, offers })
    const isOffered = propensity === offeredTo(variationId, probabilities)
    const drawn = uniform !== null && Number.isInteger(uniform * unit) ? uniform * unit : uniform
    servedAs.set(viewId, { index: block.served.length, visitorKey })
    block.served.push([
      after,
      viewId,
      visitorKey,
      page,
      draw,
      reasons.indexOf(reason),
      drawn,
      isOffered ? asOffered : propensity,
    ])
  }

  function addReported(after: number, data: Visit): void {
    const { viewId, visitId, variationId, timeOnPage, scoredTime, refusal, duplicateOf, serving } = data
    const flags =
      (data.donated ? report.donated : 0) +
      (data.volunteered ? report.volunteered : 0) +
      (data.censored ? report.censored : 0) +
      (data.accepted ? report.accepted : 0) +
      report.source * sources.indexOf(data.source)
    if (scoredTime !== Math.min(timeOnPage, plainCap) || refusal !== null || duplicateOf !== null)
      block.others.push([
        block.reported.length,
        scoredTime,
        exclusions.indexOf(refusal),
        duplicateOf === null ? '' : toShort(duplicateOf),
      ])
    const [view, visitor] = nameOf(viewId, serving)
    const visit = within(toShort(visitId), viewId)
    const page = knownPage(variationId)
    block.reported.push([after, view, visit, page, timeOnPage, flags, servingOf(serving), visitor])
  }

  function addCredited(after: number, data: Credit): void {
    const { viewId, variationId, conversion, source, isAfterVisit, rule, serving } = data
    const flags =
      credit.conversion * conversions.indexOf(conversion) +
      credit.source * creditSources.indexOf(source) +
      (isAfterVisit ? credit.isAfterVisit : 0) +
      credit.rule * rules.indexOf(rule)
    const [view, visitor] = nameOf(viewId, serving)
    block.credited.push([after, view, knownPage(variationId), flags, servingOf(serving), visitor])
  }

  for (const [index, { event }] of views.entries()) {
    const after = (times[index] ?? start) - start
    switch (event.type) {
      case 'VariationServed':
        order += 's'
        addServed(after, event.data)
        break
      case 'VisitRecorded':
        order += 'r'
        addReported(after, event.data)
        break
      case 'ConversionCredited':
        order += 'c'
        addCredited(after, event.data)
    }
  }
  const shared = { pages: pages.items, hashes: hashes.items, draws: draws.items, servings: servings.items }
  return { since: new Date(start).toISOString(), order, ...shared, ...block }
}

/** Throws RangeError when the block refers to what is not in it. */
export function unpackViews(block: ViewBlock): RecordedView[] {
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

type Stored<Metadata> = ViewBlockEvent & { id: string; stream: string; revision: number; position: string } & {
  metadata: Metadata
}

/** The facts as events of their own, each at the position of the block. */
export const eventsIn = <Metadata extends { at: string }>({ data, ...stored }: Stored<Metadata>) =>
  unpackViews(data).map(({ at, event }) => ({ ...stored, ...event, metadata: { ...stored.metadata, at } }))
