import { z } from 'zod'
import { ownPathOf } from './own-path.ts'

const wellFormed = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const storableText = z.string().refine(wellFormed, { error: 'Contains characters that cannot be stored.', abort: true })

/** Blanks, control and format characters, fillers of Hangul, the blank of Braille: text of these alone is invisible. */
const isInvisible = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * Trimmed and composed (NFC) text that Postgres and JSON can represent: no NUL, no lone surrogates. Invisible text
 * becomes ''; joiners inside of words and emoji stay.
 */
const cleanText = storableText.transform((text) => (isInvisible.test(text) ? '' : text.normalize('NFC').trim()))

/** Characters are code points, as in Postgres: an emoji counts as one. No other check reads a longer text. */
const upTo = (max: number) =>
  z.string().refine((text) => text.length <= max || [...text].length <= max, {
    error: `Use at most ${max} characters.`,
    abort: true,
  })

/** Required text of 1 to `max` characters. */
export const requiredText = (max: number) => cleanText.pipe(upTo(max).min(1, 'This field is required.'))

/** Text of up to `max` characters, possibly none. */
export const blankText = (max: number) => cleanText.pipe(upTo(max))

/** The same; absent becomes ''. */
export const optionalText = (max: number) => blankText(max).default('')

/** Text of up to `max` characters; absent, null or blank becomes null. */
export const nullableText = (max: number) =>
  cleanText
    .pipe(upTo(max))
    .nullable()
    .default(null)
    .transform((text) => (text === '' ? null : text))

/** The ZIP code that a form asks for; absent, null or blank becomes null. Files may have ZIP+4. */
export const zipCodeOfForm = nullableText(20).refine((text) => text === null || /^\d{5}$/.test(text), {
  error: 'Use the five digits of your ZIP code, such as 47901.',
})

/** Text of up to `max` characters; null or blank becomes null. The endpoint decides what absent means. */
export const clearableText = (max: number) =>
  cleanText
    .pipe(upTo(max))
    .nullable()
    .transform((text) => (text === '' ? null : text))

/** Follows browsers, but requires a domain with an ending: 'ruth@example' is a typing error. */
const addressPattern = new RegExp(`^(?=[^@]*@[^@]+\\.[^@.]+$)${z.regexes.html5Email.source.slice(1)}`)

/** Follows browsers and mail servers, which accept `o&leary@example.org` too. */
const emailAddress = z
  .email({ pattern: addressPattern, error: 'Enter a valid email address.' })
  .max(255, 'Use at most 255 characters.')

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const isAscii = /^[\0-\x7f]*$/

/** Characters; longer texts are no address, and patterns would take long to find none in them. */
const maxPasted = 1000

/** Characters around an address: quotation marks, brackets, and the dot or comma of a sentence. */
const around = /^[\s"'\u201c\u201d\u2018\u2019<([]+|[\s"'\u201c\u201d\u2018\u2019>)\],;:.]+$/g

/** 'Tess Marlow <tess@example.com>', 'tess@example.com (Tess Marlow)' and 'mailto:tess@example.com' without the rest. */
function addressIn(text: string): string {
  if (text.length > maxPasted) return text.trim()
  const bracketed = /^[^<>]*<\s*([^<>]*@[^<>]*)>[\s,;.]*$/.exec(text)?.[1]
  const address = bracketed ?? text.replace(/(@\S*)\s+\([^()]*\)\s*$/, '$1')
  return address.replace(/^\s*mailto:/i, '').replace(around, '')
}

/**
 * An address as pasted: without its name, without the characters that documents add and no eye sees, without what stands
 * around it, its domain in punycode. Forms and imported files read addresses by this and nothing else.
 */
export function pastedAddress(text: string): string {
  const address = addressIn(text.normalize('NFC').replace(unseen, ''))
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  // Other parts of a URL are not part of a domain.
  if (isAscii.test(domain) || /[\s/\\?#:@%]/.test(domain)) return address
  return address.slice(0, at) + (URL.parse(`https://${domain}`)?.hostname ?? domain)
}

const cleanAddress = storableText.transform(pastedAddress)

export const requiredEmail = cleanAddress.pipe(emailAddress)

/** An email address; absent, null or blank becomes null. */
export const nullableEmail = cleanAddress
  .pipe(z.union([z.literal(''), emailAddress], 'Enter a valid email address.'))
  .nullable()
  .default(null)
  .transform((text) => (text === '' ? null : text))

const isHttps = (text: string) => /^https:\/\/[^\s/?#@]+\.[^\s/?#@]+/i.test(text) && URL.canParse(text)

const httpsUrl = z.string().refine(isHttps, 'Use an address that starts with https://.').nullable()

/** An https URL with a host name, up to `max` characters; absent, null or blank becomes null. */
export const nullableHttpsUrl = (max: number) => nullableText(max).pipe(httpsUrl)

/** The same; the endpoint decides what absent means. */
export const clearableHttpsUrl = (max: number) => clearableText(max).pipe(httpsUrl)

/** The next page for a person: a page of this site, as `ownPathOf` resolves it; any other address is rejected. */
export const ownPath = requiredText(500)
  .transform(ownPathOf)
  .pipe(z.string('Use a path on this site, such as /events.'))

/** The id in a path like /api/admin/prayers/7. */
export const idParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'The id must be a positive whole number.')
    .transform(Number)
    .refine((id) => id <= 2_147_483_647, 'The id must be a positive whole number.'),
})

export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `Use a whole number from ${from} to ${to}.`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `Use a whole number from ${from} to ${to}.`)

/** Paging of every list: newest first, 50 per page. `before` (an id) pages by key, at the same cost for every page. */
export const pageQuery = z.strictObject({
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 50).default(50),
  before: wholeNumber(1, 2_147_483_647).optional(),
})

/** The even year in which a federal election cycle ends. */
export const electionCycle = z
  .string()
  .regex(/^(19|20|21)\d[02468]$/, 'Use the even year in which the cycle ends, such as 2026.')

/** Paging of a list that is also sent as a whole: without any of these. */
export const pageOrWhole = z.strictObject({
  page: pageQuery.shape.page.unwrap().optional(),
  limit: pageQuery.shape.limit.unwrap().optional(),
  before: pageQuery.shape.before,
})

/**
 * Of a row that admins edit: sent back as `If-Match: "7"`, an edit is rejected (409: what changed, and the row now, null
 * when it was deleted) when another admin changed one of its fields after this revision.
 */
export const revision = z.int()

/** ISO 8601 with milliseconds, UTC. */
export const timestamp = z.iso.datetime()

/** PostgreSQL has no year 0, and a list of days needs an end. */
export const isYearInRange = (iso: string) => iso >= '1900' && iso < '2200'

/** A day such as 2026-11-03, in the time zone of the campaign, from 1900 to 2199. */
export const day = z.iso
  .date({ error: 'Use a date like 2026-11-03.', abort: true })
  .refine(isYearInRange, 'Use a date from 1900 to 2199.')

/** ISO 8601 in UTC or with an offset, from 1900 to 2199. */
export const reportedTime = z.iso
  .datetime({ offset: true, error: 'Use a time like 2026-11-03T18:30:00Z.', abort: true })
  .refine((time) => isYearInRange(new Date(time).toISOString()), 'Use a time from 1900 to 2199.')

/** 204: no body. */
export const noContent = z.undefined()

/** Six digits from the authenticator app, or a recovery code; spaces, dashes and case are ignored. */
export const signInCode = z.string().trim().min(1, 'This field is required.').max(40, 'This code is too long.')
