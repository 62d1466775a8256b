/**
 * Known facts about one request for a link in an email. The rules decide from it whether a person clicked. Times: ISO
 * 8601, UTC.
 */
export type MailClick = {
  clickId: string
  /** Number of the link in the email, counted from 1, and the number of links in the email. */
  link: number
  links: number
  at: string
  /** When the mail server accepted the email; null while it had not answered yet. */
  deliveredAt: string | null
  method: 'GET' | 'HEAD'
  /** The request’s own headers (bot-rules.ts). */
  client: 'browser' | 'crawler' | 'no-user-agent' | 'prefetch'
}

/** `rule`: why the click counts as a scanner’s; null for a person. `version`: the rules that decided. */
export type ClickVerdict = {
  isHuman: boolean
  rule: 'head' | 'client' | 'delivery' | 'every-link' | 'burst' | null
  version: string
}

type Reason = ClickVerdict['rule']
type Rules = (clicks: readonly MailClick[]) => Map<string, Reason>

const deliveryWindow = 2000 // ms
const timePerLink = 1000 // ms; no reader opens every link of an email this fast
const burst = { links: 3, window: 2000 } // ms; a reader may open two tabs at once

const timeOf = ({ at }: MailClick) => Date.parse(at)

function ownReason(click: MailClick): Reason {
  if (click.method === 'HEAD') return 'head'
  if (click.client !== 'browser') return 'client'
  // Mail gateways open links even before they accept the email.
  if (click.deliveredAt === null || timeOf(click) - Date.parse(click.deliveredAt) < deliveryWindow) return 'delivery'
  return null
}

/** Clicks within a period in which every link of the email was opened; an email with one link has no such period. */
function everyLinkAtOnce(clicks: readonly MailClick[]): Set<string> {
  const inOrder = clicks.toSorted((a, b) => timeOf(a) - timeOf(b))
  const found = new Set<string>()
  for (const [index, first] of inOrder.entries()) {
    if (first.links < 2) continue
    const end = timeOf(first) + first.links * timePerLink
    const close = inOrder.slice(index).filter((click) => timeOf(click) <= end)
    if (new Set(close.map(({ link }) => link)).size < first.links) continue
    for (const { clickId } of close) found.add(clickId)
  }
  return found
}

const linksIn = (clicks: readonly MailClick[]) => new Set(clicks.map(({ link }) => link)).size

/** Clicks within a period in which three links were opened within two seconds, or three and most of them as fast as no reader does. */
function bursts(clicks: readonly MailClick[]): Set<string> {
  const inOrder = clicks.toSorted((a, b) => timeOf(a) - timeOf(b))
  const found = new Set<string>()
  for (const [index, first] of inOrder.entries())
    for (const [nth, last] of inOrder.slice(index).entries()) {
      const clicked = inOrder.slice(index, index + nth + 1)
      const links = linksIn(clicked)
      const took = timeOf(last) - timeOf(first)
      const isMost = links > first.links / 2 && took <= links * timePerLink
      if (links < burst.links || !(took <= burst.window || isMost)) continue
      for (const { clickId } of clicked) found.add(clickId)
    }
  return found
}

/** Never edit rules that have judged clicks. Add a new version instead, so that old verdicts can be repeated. */
const versions: { [version: string]: Rules } = {
  'clicks-1': (clicks) => {
    const atOnce = everyLinkAtOnce(clicks)
    return new Map(
      clicks.map((click) => [click.clickId, ownReason(click) ?? (atOnce.has(click.clickId) ? 'every-link' : null)]),
    )
  },
  'clicks-2': (clicks) => {
    const atOnce = everyLinkAtOnce(clicks)
    const inBurst = bursts(clicks)
    const reasonOf = ({ clickId }: MailClick): Reason =>
      atOnce.has(clickId) ? 'every-link' : inBurst.has(clickId) ? 'burst' : null
    return new Map(clicks.map((click) => [click.clickId, ownReason(click) ?? reasonOf(click)]))
  },
}

export const clickRulesVersion = 'clicks-2'

/** The verdict on each of one person's clicks in one mail, by click id. Later clicks can change earlier verdicts. */
export function judgeClicks(clicks: readonly MailClick[], version = clickRulesVersion): Map<string, ClickVerdict> {
  const rules = versions[version]
  if (!rules) throw new RangeError(`There are no click rules ${version}.`)
  return new Map([...rules(clicks)].map(([clickId, rule]) => [clickId, { isHuman: rule === null, rule, version }]))
}
