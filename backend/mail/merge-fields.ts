import { whyUrlOf } from '../../records/mail-pages.ts'
import { escapeHtml } from './html.ts'

/** The values that differ between recipients. */
export type Recipient = {
  firstName: string | null
  unsubscribeUrl: string
  /** The tracked address of a link for this recipient; omitted: the link itself. */
  linkTo?: (url: string) => string
}

/** Fixed text, or a field with its fallback for an unknown name. */
export type Part =
  | string
  /** `isEncoded`: the field is part of a link’s address. */
  | { field: 'firstName'; fallback: string; isEncoded?: true }
  | { field: 'siteName'; words: string }
  | { field: 'unsubscribeUrl' }
  | { field: 'whyUrl' }
  | { field: 'link'; url: string }

const written = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g
const defaultFallback = 'friend'

// Private-use characters of Unicode mark the place of a field while a text is rendered.
const opening = '\uE000'
const closing = '\uE001'
const unsubscribeMark = `${opening}u${closing}`
const whyMark = `${opening}w${closing}`
const marks = /[\uE000\uE001]/g
const mark = /\uE000(u|w|s|t|[el]?\d+)\uE001/

/** Line breaks, other control characters, and marks that change the direction of the following text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g

/** One line without characters that could break a header or reverse a text. */
export const oneLine = (text: string): string => text.toWellFormed().replace(unseen, ' ').replace(/\s+/g, ' ').trim()

/** Collects the fields of the texts of one email, so that rendering leaves only marks to find. */
export function createMarks({ siteName }: { siteName: string }) {
  const fallbacks: string[] = []
  const links: string[] = []
  return {
    unsubscribeUrl: unsubscribeMark,
    whyUrl: whyMark,
    /** The text with a mark for each field; unknown ones stay as written. */
    place(text: string): string {
      return text.replace(marks, '').replace(written, (whole, given: string, fallback?: string) => {
        const name = given.trim()
        if (name === 'siteName') return `${opening}s${closing}`
        if (name !== 'firstName') return whole
        const words = oneLine((fallback ?? '').replace(marks, ''))
        return `${opening}${fallbacks.push(words || defaultFallback) - 1}${closing}`
      })
    },
    /** The mark for the target of a link. */
    link(url: string): string {
      const index = links.indexOf(url)
      return `${opening}l${index < 0 ? links.push(url) - 1 : index}${closing}`
    },
    /** For a line without clickable links. */
    withoutLinks: (text: string): string => text.replace(/ \(\uE000l\d+\uE001\)/g, ''),
    /** Distinct targets of the links in the email. */
    links,
    /** The rendered text, split at its marks. */
    cut: (rendered: string): Part[] =>
      rendered.split(mark).flatMap((piece, index): Part[] => {
        if (index % 2 === 0) return piece === '' ? [] : [piece]
        if (piece === 'u') return [{ field: 'unsubscribeUrl' }]
        if (piece === 'w') return [{ field: 'whyUrl' }]
        if (piece === 's') return [{ field: 'siteName', words: siteName }]
        if (piece === 't') return [encodeURIComponent(siteName)]
        if (piece.startsWith('l')) return [{ field: 'link', url: links[Number(piece.slice(1))] ?? '' }]
        const isEncoded = piece.startsWith('e')
        const fallback = fallbacks[Number(isEncoded ? piece.slice(1) : piece)] ?? defaultFallback
        return [{ field: 'firstName', fallback, ...(isEncoded && { isEncoded }) }]
      }),
  }
}

/** The text without marks, for input such as `&#xE000;` that only becomes one while it is rendered. */
export const withoutMarks = (text: string): string => text.replace(marks, '')

/** True when a text, such as the target of a link, contains a mark, as it is or escaped for a URL. */
export const hasMark = (text: string): boolean => /\uE000|%EE%80%80/i.test(text)

/** The target of a link, escaped for a URL, with marks for the fields in it: their values are escaped as well. */
export const marksInUrl = (url: string): string =>
  url.replace(
    /%EE%80%80(s|\d+)%EE%80%81/gi,
    (_, name: string) => `${opening}${name === 's' ? 't' : `e${name}`}${closing}`,
  )

const one = String.raw`[\p{L}\p{M}'’.-]{1,40}`
const suffix = String.raw`(?:,? (?:Jr|Sr|Esq|II|III|IV|V|MD|PhD|DDS|RN|CPA|M\.D|Ph\.D|2nd|3rd|4th)\.?){0,2}`
const person = `${one}(?: ${one}){0,2}${suffix}`
const inCouple = `${one}(?: ${one})?${suffix}`
const couple = `${inCouple}(?:, ${inCouple})?,? (?:&|\\+|and|y|et|und) ${inCouple}`
const nameShape = new RegExp(`^(?:${person}|${couple}|${one}/${one})$`, 'iu')

/** Databases and forms write these where they have no name; 'Na', 'Nan' and 'Nil' are names. */
const noName =
  /^(?:(?:null|undefined|none|unknown|anonymous|n\/a|n\.a\.?|first ?name|fname|not (?:provided|given|known))$|[^\p{L}]+$)/iu
const notNames = ['NA', 'NaN', 'nan', 'nil', 'test']
const isPlaceholder = (name: string) => notNames.includes(name) || noName.test(name)

/**
 * A visitor may sign up any address, with an advertisement or an insult as the name, so names are limited to one to
 * three short words, or two of a couple or a family ('John & Mary Smith Jr.').
 */
const isName = (name: string) =>
  name.length <= 50 &&
  nameShape.test(name) &&
  !isPlaceholder(name) &&
  !/\bwww\b|[^\s.]\.(?!D\.?(?:$|[ ,]))\p{L}{2,}/iu.test(name)

/** The plain text in place of a part; values have only one line. */
export function textOfPart(part: Part, { firstName, unsubscribeUrl, linkTo }: Recipient): string {
  if (typeof part === 'string') return part
  if (part.field === 'unsubscribeUrl') return unsubscribeUrl
  if (part.field === 'whyUrl') return whyUrlOf(unsubscribeUrl)
  if (part.field === 'link') return linkTo?.(part.url) ?? part.url
  if (part.field === 'siteName') return part.words
  const name = oneLine(firstName ?? '')
  const words = isName(name) ? name : part.fallback
  return part.isEncoded ? encodeURIComponent(words) : words
}

/** The HTML in place of a part. */
export const htmlOfPart = (part: Part, recipient: Recipient): string =>
  typeof part === 'string' ? part : escapeHtml(textOfPart(part, recipient))
