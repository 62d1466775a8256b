import { campaign } from '../../contract/campaign.ts'
import { sourceName } from '../../records/origins.ts'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: campaign.timeZone })
/** 'March 7, 2026', in the campaign's time zone; a day such as '2026-03-07' stays that day. */
export const dayIn = (moment: unknown): string => {
  const at = new Date(typeof moment === 'string' && moment.length === 10 ? `${moment}T12:00Z` : String(moment))
  return Number.isNaN(at.getTime()) ? 'an unknown day' : days.format(at)
}

const entryWays = {
  'paper sheet': 'from a paper sheet',
  'phone call': 'after a phone call',
  letter: 'from a letter',
  'in person': 'after meeting you in person',
}
const isEntryWay = (way: unknown): way is keyof typeof entryWays =>
  typeof way === 'string' && Object.hasOwn(entryWays, way)

type Said = { readonly [field: string]: unknown }
const group = (said: Said, field: string): Said | null => {
  const value = said[field]
  return typeof value === 'object' && value !== null ? { ...value } : null
}
const textOf = (said: Said, field: string): string | null => {
  const value = said[field]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The hash of the sentence that the person read beside the form; null where none is recorded. */
export const agreedHash = (said: Said): string | null => textOf(group(said, 'wording') ?? {}, 'hash')

/** Where an act came from, and what the person agreed to with it; `wordings`: the sentences by their hashes. */
export function whereFrom(said: Said, wordings: ReadonlyMap<string, string>): string[] {
  const way = said.entrySource
  if (isEntryWay(way)) return [`Our team entered it ${entryWays[way]} on ${dayIn(said.entryDay)}.`]
  const consent = textOf(said, 'consentSource')
  if (consent !== null) {
    const when = said.consentAt === null ? '' : ` on ${dayIn(said.consentAt)}`
    return [`It was on a list that our team imported. The list says that you agreed${when}: “${consent}”`]
  }
  const first = group(said, 'firstSource')
  const origin = { utmSource: null, utmMedium: null, utmCampaign: null, utmContent: null, utmTerm: null }
  const known = { ...origin, code: null, referrer: null, landingPage: null, mailLink: null }
  const parts = Object.fromEntries(Object.keys(known).map((part) => [part, first && textOf(first, part)]))
  const from = first === null ? null : sourceName({ ...known, ...parts })
  const text = wordings.get(agreedHash(said) ?? '')
  return [
    'You sent it on our website.',
    ...(from === null || from === 'None' ? [] : [`You first came to us from: ${from}.`]),
    ...(text === undefined ? [] : [`Beside the form you read: “${text}”`]),
  ]
}
