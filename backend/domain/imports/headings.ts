import { consentHeadings, workedOut } from '../../../records/export-headings.ts'
import { type ImportField, importFieldNames, importFieldsOf } from '../../../records/import-fields.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { columnKey, plainHeading } from '../../../records/kept-columns.ts'
import { zoneInHeading } from '../../table-files/time-zones.ts'
import { saidNoAt, usual, usualInOptOuts } from './usual-headings.ts'

/** Source of a column’s field; `kept`: no field takes it; `ignored`: staff do not want it, or nothing is kept of it. */
export type Column = {
  heading: string
  field: ImportField | null
  how: 'recognized' | 'chosen' | 'remembered' | 'kept' | 'ignored'
}

/** The admin’s answers about headings: plain heading -> field, or null for a column to ignore. */
export type Mapping = ReadonlyMap<string, ImportField | null>

const namesOnScreen: { [field: string]: string } = Object.assign({}, ...Object.values(importFieldNames))

/** Plain headings with their ranks, of which the first has the rank `from`. */
const ranksOf = (headings: string, from: number) =>
  new Map(headings.split(',').map((heading, place) => [plainHeading(heading), from + place]))

/** Before every heading of a consent. */
const noRanks = ranksOf(saidNoAt, -100)
const optOutRanks = new Map(Object.entries(usualInOptOuts).map(([field, headings]) => [field, ranksOf(headings, 500)]))
const rankOf = new Map(
  Object.entries({ ...namesOnScreen, ...usual }).map(([field, headings]) => [field, ranksOf(headings, 0)]),
)

const person =
  'primary contact|constituent|donor|contributor|supporter|contact|customer|buyer|payer|purchaser|subscriber|participant|volunteer|member'
const ofPerson = new RegExp(`^(?:${person})(?:'s|\u2019s)?[\\s:_.-]+`, 'i')
const aboutPerson: ReadonlySet<ImportField> = new Set([
  'firstName',
  'lastName',
  'name',
  'email',
  'phone',
  'address',
  'address2',
  'city',
  'state',
  'zipCode',
  'occupation',
  'employer',
])
const asked =
  /^(?:\d+[.)]\s*)?(?:what(?:'s|\u2019s| is| are)|please (?:enter|provide|give|write|list)|enter|best|your|my|the|\s)+\s/i
const note =
  /\s*[([](?:required|optional|usd|us ?\$|\$|in (?:usd|dollars)|us dollars|dollars|cell|mobile|home|primary|preferred|work|billing|total|[mdy]{1,4}[-/ ][mdy]{1,4}(?:[-/ ][mdy]{1,4})?)[)\]]/gi
const zoneNote = /\s*(?:[([][^()[\]]*[)\]]|[\s_-][A-Za-z]{2,4})\s*$/

/** A heading without its notes, without the words of a question and without its zone: 'Date (UTC)' is 'date'. */
function looseHeading(field: ImportField, heading: string): string {
  const unzoned = zoneInHeading(heading) === null ? heading : heading.replace(zoneNote, '')
  const plain = unzoned.replace(note, '').replace(asked, '')
  return plainHeading(aboutPerson.has(field) ? plain.replace(ofPerson, '') : plain)
}

/** Stripe numbers payments in a column that other files use for other things. */
const isStripe = (plain: readonly string[]) =>
  plain.includes('customeremail') || plain.includes('cardid') || plain.includes('convertedamount')

const afterExact = 1000

const choices =
  /^(?:is|has|email|contact|member)*(?:unsubscribed?|opted?out|opted?in|subscribed?(?!rs?$)|blocklisted|blacklisted)|optedoutofemail|newsletter|mailinglist|emaillist|emailupdates|byemail|receive(?:e?mail|update|news)|email(?:you|me)$|signmeup|(?:keep|stay)intouch|keepmeupdated|agree.*e?mail|send(?:me|us).*(?:e?mail|update|news)|^(?:accepts?|allows?)e?mails?(?:marketing)?$|e?mailallowed$|^(?:i|we)?(?:gdpr|data|privacy|e?mail|marketing|communications?|contact)*(?:consent|permission|optin|optout)(?:ed|given|granted|status|toe?mails?|tomarketing)?$|^(?:please)?(?:no|donot|dont|never)(?:send|want)?(?:any)?(?:bulk)?(?:e?mail|mailing|email(?:me|them))s?$|^dne$/
const otherThings =
  /sms|text|mobile|phone|call|postal|directmail|whatsapp|track|cookie|reason|source|(?<!(?:from|of|by)(?:the|our|this|your)?)campaign(?!e?mail|update|news)|date$|time$|at$|id$|ip$|title|link|url|name|count|day|tag|received|opened|clicked|(?<!con)sent$|hear/

/**
 * True when a question of a form, or a column for one kind of mail, asks for email: 'Opted out of email: One to one', 'Join our mailing
 * list?'. Who said no there is not a sign-up.
 */
const asksAboutMail = (plain: string) => choices.test(plain) && !otherThings.test(plain)

/** Our own names count before those of any platform, and a heading with more words than is usual counts last. */
function rank(kind: ImportKind, field: ImportField, heading: string): number | null {
  const plain = plainHeading(heading)
  if (plain === '') return null
  const saidNo = kind === 'opt-outs' && field === 'consentAt' ? noRanks.get(plain) : undefined
  const own = plainHeading(field) === plain ? -1 : null
  const inOptOuts = kind === 'opt-outs' ? optOutRanks.get(field)?.get(plain) : undefined
  const exact = saidNo ?? rankOf.get(field)?.get(plain) ?? inOptOuts ?? own
  if (exact !== null) return exact
  const loose = rankOf.get(field)?.get(looseHeading(field, heading))
  if (loose !== undefined) return loose + afterExact
  return field === 'optOut' && kind !== 'opt-outs' && asksAboutMail(plain) ? 2 * afterExact : null
}

/** Fields that several columns of a file may have: each of them can say no. */
const shared: ReadonlySet<ImportField | null> = new Set<ImportField>([
  'optOut',
  'paymentStatus',
  'reason',
  'furtherColumns',
])

/** Lists of people have the zone in which a person lives, and times in another one. */
function forgetPersonsZone(columns: Column[]): void {
  for (const column of columns)
    if (column.field === 'timeZone' && column.how === 'recognized')
      Object.assign(column, { field: null, how: 'ignored' })
}

/**
 * The field of each column: what was chosen by hand, then what was chosen for this heading before, then the usual
 * headings. No field is used twice, except that every column that may say no does. A blank heading has no field unless
 * one is chosen.
 */
export function columnsOf(
  kind: ImportKind,
  headings: readonly string[],
  { chosen = new Map(), remembered = new Map() }: { chosen?: Mapping; remembered?: Mapping } = {},
): Column[] {
  const plain = headings.map(plainHeading)
  const columns: Column[] = headings.map((heading) => ({ heading, field: null, how: 'ignored' }))
  const taken = new Set<ImportField>()
  const settled = new Set<number>()

  function settle(index: number, field: ImportField | null, how: Column['how']) {
    const column = columns[index]
    if (!column || settled.has(index) || (field !== null && !shared.has(field) && taken.has(field))) return
    settled.add(index)
    if (field !== null) taken.add(field)
    column.field = field
    column.how = how
  }
  for (const [how, mapping] of [
    ['chosen', chosen],
    ['remembered', remembered],
  ] as const)
    plain.forEach((heading, index) => {
      const field = mapping.get(heading)
      if (field !== undefined) settle(index, field, field === null ? 'ignored' : how)
    })
  for (const field of importFieldsOf(kind)) {
    const ranked = headings.flatMap((heading, index) => {
      const isStripeId = field === 'paymentId' && plain[index] === 'id' && isStripe(plain)
      const place = settled.has(index) ? null : isStripeId ? -1 : rank(kind, field, heading)
      return place === null ? [] : [{ index, place }]
    })
    ranked.sort((a, b) => a.place - b.place)
    for (const { index } of shared.has(field) ? ranked : ranked.slice(0, 1)) settle(index, field, 'recognized')
  }
  if (kind !== 'donations' && !taken.has('time')) forgetPersonsZone(columns)
  return columns
}

/** Which headings tell who wrote a file; each group has all of its plain words in some heading. */
const signs: readonly (readonly [platform: string, ...words: string[]])[] = [
  // They name other platforms too.
  ['NGP VAN', 'vanid'],
  ['ActBlue', 'actblue'],
  ['ActBlue', 'ordernumber', 'lineitemid'],
  ['WinRed', 'winred'],
  ['WinRed', 'revvuid'],
  ['Anedot', 'anedot'],
  ['Anedot', 'addressregion', 'addresspostalcode'],
  ['NationBuilder', 'nationbuilder'],
  ['Mailchimp', 'leid', 'euid'],
  ['listmonk', 'uuid', 'attributes'],
  ['Stripe', 'paymentintentid'],
  ['Stripe', 'convertedamount'],
  ['PayPal', 'fromemailaddress', 'gross'],
  ['Action Network', 'can2'],
  ['Donorbox', 'donorbox'],
  ['Donorbox', 'makedonationanonymous', 'receiptid'],
  ['Givebutter', 'givebutter'],
  ['Givebutter', 'campaigncode', 'feecovered', 'payout'],
  ['Square', 'grosssales', 'totalcollected'],
  ['Postmark', 'suppressionreason', 'origin'],
]

/** The platform that writes such headings; null: nothing in them says so. */
export function platformOf(headings: readonly string[]): string | null {
  const plain = headings.map(plainHeading)
  const found = signs.find(([, ...words]) => words.every((word) => plain.some((heading) => heading.includes(word))))
  return found?.[0] ?? null
}

/** True when the amounts below a heading are cents, as in 'amount_in_cents'. */
export const isInCents = (heading: string): boolean => /cents$/.test(plainHeading(heading))

/** The fields that a file still needs, in words for the mapping screen. */
export function missingFields(kind: ImportKind, columns: readonly Column[]): ImportField[] {
  const has = (field: ImportField) => columns.some((column) => column.field === field)
  const hasGifts = has('amount') || has('createdAt')
  // A report of refunds has their amounts and days, and nothing else about their gifts than the ids.
  const isOfRefunds = !hasGifts && has('refundedAmount') && has('refundedAt') && (has('paymentId') || has('refundOf'))
  const missing: ImportField[] = has('email') ? [] : ['email']
  if (kind === 'donations' || kind === 'volunteers')
    if (!has('name')) for (const field of ['firstName', 'lastName'] as const) if (!has(field)) missing.push(field)
  if (kind === 'donations' && !isOfRefunds)
    for (const field of ['amount', 'createdAt'] as const) if (!has(field)) missing.push(field)
  return missing
}

/** Fields that the cells of columns told, where no heading did: `layoutOf`. */
export type FieldsByCells = readonly (readonly [place: number, field: ImportField])[]

/** The same, with fields that cells told where neither heading nor staff says what a column is. */
export function columnsWith(
  kind: ImportKind,
  headings: readonly string[],
  byCells: FieldsByCells,
  mappings: { chosen: Mapping; remembered: Mapping },
): Column[] {
  const columns = columnsOf(kind, headings, mappings)
  for (const [place, field] of byCells) {
    const column = columns[place]
    if (column?.how !== 'ignored' || mappings.chosen.has(plainHeading(column.heading))) continue
    if (shared.has(field) || !columns.some((one) => one.field === field))
      Object.assign(column, { field, how: 'recognized' })
  }
  if (keepsOthers(kind)) keepOthers(columns, mappings)
  return columns
}

/** Of people who want no mail nothing is kept that mail does not need. */
const keepsOthers = (kind: ImportKind) => importFieldsOf(kind).includes('furtherColumns')

const ownHeadings = new Set([...workedOut, ...Object.values(consentHeadings)].map(plainHeading))
const isOwnFile = (plain: readonly string[]) =>
  Object.values(consentHeadings).every((heading) => plain.includes(plainHeading(heading)))

function keepOthers(
  columns: readonly Column[],
  { chosen, remembered }: { chosen: Mapping; remembered: Mapping },
): void {
  const isOwn = isOwnFile(columns.map(({ heading }) => plainHeading(heading)))
  for (const column of columns) {
    const plain = plainHeading(column.heading)
    if (column.how !== 'ignored' || (isOwn && ownHeadings.has(plain))) continue
    const said = chosen.has(plain) ? chosen.get(plain) : remembered.get(plain)
    if (said !== null) Object.assign(column, { field: 'furtherColumns', how: 'kept' })
  }
}

/** Without what no text may have, and without the apostrophe that our files put before what would be a formula. */
const written = (heading: string) =>
  heading
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=\s*[=+\-@])/, '')

/** The headings under which columns are kept, by place; one that occurs twice gets a number, and so does one without. */
export function keptHeadings(columns: readonly Column[]): { place: number; heading: string }[] {
  const keys = new Set<string>()
  return columns.flatMap(({ heading, field }, place) => {
    if (field !== 'furtherColumns') return []
    const plain = written(heading) || `Column ${place + 1}`
    let name = plain
    for (let nth = 2; keys.has(columnKey(name)); nth++) name = `${plain} (${nth})`
    keys.add(columnKey(name))
    return [{ place, heading: name }]
  })
}
