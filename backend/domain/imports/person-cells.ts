import { addressesIn } from '../../table-files/delimited-rows.ts'
import { stateCodes, statesByName } from './states.ts'

const generation = 'jr|sr|ii|iii|iv|v|2nd|3rd|4th|esq'
const degree = 'm\\.?d|ph\\.?d|cpa|rn|dds|dvm|ll\\.?m|ed\\.?d|psy\\.?d|usn|usmc|usaf|uscg|ret|\\(ret\\.?\\)'
/** Behind a comma also what is a name of its own elsewhere. */
const onlyBehindComma = 'j\\.?d|do|od|pe|mba|msw|lcsw|np|pa-c|usa'
const suffix = new RegExp(`(?:,? (?:${generation}|${degree})\\.?|,\\s*(?:${onlyBehindComma})\\.?)+$`, 'i')
const anySuffix = `(?:${generation}|${degree}|${onlyBehindComma})\\.?`
const onlySuffixes = new RegExp(`^${anySuffix}(?:[,\\s]+${anySuffix})*[,\\s]*$`, 'i')

/** 'Tess van der Berg': from here on it is the last name. */
const particle =
  / (?=(?:v[ao]n|vander|der|den|de|del|della|di|da|dos|das|du|la|le|st\.?|ste\.?|saint|ter|ten|zu|zur|bin|ibn) \S)/i

const and = '&|and|\\+|/'
const wholeNames = new RegExp(`^(\\S+) (\\S+) (${and}) (\\S+) (\\S+)$`, 'i')
const lastFirstTwice = new RegExp(`^([^,]+), (\\S+) (${and}) ([^,]+), (\\S+)$`, 'i')
const firstOnlyBehind = new RegExp(`^(\\S+) (\\S+) (${and}) (\\S+)$`, 'i')
const title = /^(?:mr|mrs|ms|dr|rev)\.?$/i

/** Characters; a longer text is no name, and takes long to take apart. */
const longestName = 300

type Parts = { firstName: string; lastName: string }

/** 'Tess Marlow & Owen Pratt', 'Marlow, Tess and Pratt, Owen' and 'Tess Marlow & Owen'; null: no couple with two names. */
function partsOfCouple(text: string): Parts | null {
  const [, first = '', last = '', sign = '', second = '', other = ''] = wholeNames.exec(text) ?? []
  // 'Mr. Tess and Mrs. Owen' is no couple of whole names.
  const isPlain = first !== '' && !text.includes(',') && !title.test(first) && !title.test(second)
  const couple = isPlain ? { first, last, sign, second, other } : lastFirstCouple(text)
  if (couple)
    return {
      firstName: `${couple.first} ${couple.sign} ${couple.second}`,
      lastName: couple.last === couple.other ? couple.last : `${couple.last} ${couple.sign} ${couple.other}`,
    }
  const [, one = '', name = '', between = '', two = ''] = firstOnlyBehind.exec(text) ?? []
  return one === '' || title.test(one) || text.includes(',')
    ? null
    : { firstName: `${one} ${between} ${two}`, lastName: name }
}

function lastFirstCouple(text: string) {
  const [, last = '', first = '', sign = '', other = '', second = ''] = lastFirstTwice.exec(text) ?? []
  return last === '' ? null : { first, last, sign, second, other }
}

/** The last name first: 'Marlow, Tess', 'Marlow, Jr., Tess' and 'Marlow, Tess III'. */
function partsFromLast(text: string): Parts | null {
  const comma = text.indexOf(',')
  const last = text.slice(0, comma).trim()
  const first = text.slice(comma + 1).trim()
  if (comma <= 0 || onlySuffixes.test(first)) return null
  const [, between, given] = /^((?:jr|sr|ii|iii|iv)\.?),\s*(.+)$/i.exec(first) ?? []
  if (given !== undefined) return { firstName: given, lastName: `${last}, ${between}` }
  const behind = suffix.exec(first)
  return behind === null || behind.index === 0
    ? { firstName: first, lastName: last }
    : { firstName: first.slice(0, behind.index), lastName: `${last}${behind[0]}` }
}

/** 'Marlow, Tess', 'Tess Anne Marlow', 'Tess van der Berg' and 'Tess Marlow & Owen Pratt' in two parts. */
export function partsOfName(name: string): Parts {
  if (name.length > longestName) return { firstName: name, lastName: '' }
  const text = name
    .replace(/<[^<>@]*@[^<>]*>/, '')
    .replace(/\s+/g, ' ')
    .replace(/;/g, ',')
    .replace(/ ,/g, ',')
    .trim()
  const known = partsOfCouple(text) ?? partsFromLast(text)
  if (known) return known
  // 'Tess Marlow (Owen)'
  const [, plain, aside] = /^(\S+ .*\S) (\([^()]*\))$/.exec(suffix.test(text) ? '' : text) ?? []
  if (plain !== undefined) {
    const { firstName, lastName } = partsOfName(plain)
    return { firstName: `${firstName} ${aside}`, lastName }
  }
  const found = suffix.exec(text)?.index ?? text.length
  // 'Kim V' has no suffix.
  const end = text.slice(0, found).includes(' ') ? found : text.length
  const from = particle.exec(text.slice(0, end))?.index ?? text.lastIndexOf(' ', end - 1)
  return from < 0
    ? { firstName: text, lastName: '' }
    : { firstName: text.slice(0, from), lastName: text.slice(from + 1) }
}

/** Labels and marks of lists before an address: 'Email address: ', 'To: ', '1. ', '\u2022 '. */
const beforeAddress =
  /^\s*(?:(?:your |my |primary |home |work |personal )?(?:e-?mail(?: address)?|to|from|cc|bcc|contact|home|work|personal)\s*(?::|\s-\s)\s*|(?:\d{1,6}[.)]|[-*\u2022\u00b7\u25aa\u2023\u25e6\u2013\u2014\u2192\u2709\u{1f4e7}])\s+|[\u2022\u25aa\u2023\u25e6\u2192\u2709]\s*)/iu

/** Marks around an address that are neither part of it nor of a name: \u00aba@b.org\u00bb, `a@b.org`, *a@b.org*. */
const marksBefore = /^[\s\u00ab\u2039`\u00b4\u201e\u201a]+/
const marksBehind = ' \u00bb\u203a`\u00b4\u2026\u00b7\u3002!?*/\\'

/** By hand, since a pattern would start again at each of a thousand marks in the middle. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && marksBehind.includes(text.charAt(end - 1))) end--
  return text.slice(0, end).replace(marksBefore, '')
}

const nameBefore = /(?:[:,|]\s+|\s[-\u2013\u2014]\s+|[<([{\u2039\u00ab>)\]}\u203a\u00bb]\s*)$/
const wordsBehind = /^(?:\s*[<([{\u2039\u00ab>)\]}\u203a\u00bb]|\s[-\u2013\u2014|]\s|[:|]\s)/

/** The only address in a cell, with a name before it or words behind it that a sign divides from it; else the cell. */
function onlyAddress(text: string): string {
  const [found, ...others] = addressesIn(text)
  if (found === undefined || others.length > 0 || text.indexOf('@') !== text.lastIndexOf('@')) return text
  const at = text.indexOf(found)
  const before = text.slice(0, at).trimStart()
  const behind = text.slice(at + found.length).trimEnd()
  const isDivided = (before === '' || nameBefore.test(before.slice(-9))) && (behind === '' || wordsBehind.test(behind))
  return isDivided ? found : text
}

/** The address of a link, in which '%2B' is a plus sign. */
function ofLink(text: string): string {
  const [, link = ''] = /^\s*mailto:([^?\s<]*)(?:\?.*)?$/i.exec(text) ?? []
  if (link === '') return text
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

/** 'tess@example.com <tess@example.com>', as mail programs write a person without a name. */
/** Each part has one way to match, or a cell such as 'a@a@a@' would be looked through once per letter. */
const sameTwice = /^['"\s]*([^\s<>'"@]+@[^\s<>'"]+)['"]*\s*[<(]\s*(?:mailto:)?\1\s*[>)]$/i

/** Most cells are this and need no more looking at. */
const isBare = /^[a-z\d._+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i

/** An address without what mail programs, web pages, documents and spreadsheets put around it when it is copied. */
export function pastedAddress(cell: string): string {
  if (cell.length > 1000 || isBare.test(cell)) return cell
  const text = cell
    // Full-width letters and the ligatures of a PDF.
    .normalize('NFKC')
    .replace(/&nbsp;/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&#(?:64|x40);|&commat;/gi, '@')
    .replace(/(?<![^\s@])[^\s@]+@/g, (word) => word.replaceAll('\u2019', "'"))
    .replace(/^\[?([^\s[\]<>()@]+@[^\s[\]<>()]+)\]?\s*[(<]mailto:\1[)>]$/i, '$1')
    .replace(beforeAddress, '')
  const plain = withoutMarks(text).replace(/^\*([^*]+)\*?$/, '$1')
  return onlyAddress(ofLink(sameTwice.exec(plain)?.[1] ?? plain))
}

/** True when a whole name is that of a company, a foundation or a committee, which has no first name. */
export const isOrganization = (name: string): boolean =>
  /(?:^|[\s,])(?:inc|incorporated|llc|l\.l\.c|llp|ltd|corp|corporation|foundation|pac|committee|company|associates|association|family trust|living trust|revocable trust)\.?$/i.test(
    name.trim(),
  )

/** The first of several numbers in a cell, without what forms and spreadsheets add: 'p:+15550100', 5550100.0. */
export function phoneOf(cell: string): string {
  const [first = ''] = cell.split(/ ::: |[;\n|]|,(?=\s*[+(\d])|\s\/\s|\sor\s/i).filter((part) => part.trim() !== '')
  if (/^(?:none|n\/?a|null|unknown|[-–—.]+)$/i.test(first.trim())) return ''
  const text = first
    .trim()
    .replace(/\s*\(?\b(?:cell|mobile|home|work|landline|[cmhw])\b\.?\)?$/i, '')
    .replace(/^(?:p|tel|phone|cell|mobile|home|m|c|h):\s*/i, '')
    .replace(/^(\d{7,})\.0+$/, '$1')
  const short = text.replace(/\s*(?:ext(?:ension)?\.?|x)\s*(\d+)$/i, ' x$1')
  // A number in a form that no one knows keeps its characters.
  if (short.length <= 20 || /[^\d\s().+x-]/.test(short)) return short
  return short.replace(/[()]/g, '').replace(/(?<![\s.-])[\s.-]+(?=\d)/g, '-')
}

/** 'IN' of 'Indiana', 'in' and 'US-IN'; anything else as it is. */
export function stateOf(cell: string): string {
  const text = cell.trim()
  const plain = text.toUpperCase().replace(/^US-/, '').replace(/\./g, '')
  return stateCodes.has(plain) ? plain : (statesByName.get(plain) ?? text)
}

const withZeros = new Set(['MA', 'RI', 'NH', 'ME', 'VT', 'CT', 'NJ', 'PR', 'VI', 'AE'])

/** A ZIP code with the zeros that a spreadsheet took: '2134' in Massachusetts is '02134'. `state`: as `stateOf` gives it. */
export function zipOf(cell: string, state: string): string {
  const text = cell
    .trim()
    .replace(/^(\d{3,9})\.0+$/, '$1')
    .replace(/-(?:0000)?$/, '')
  const mayLack = state === '' || withZeros.has(state)
  const nine = mayLack && /^\d{8}$/.test(text) ? `0${text}` : text
  if (/^\d{9}$/.test(nine)) return `${nine.slice(0, 5)}-${nine.slice(5)}`
  const [, digits, more = ''] = /^(\d{3,4})((?:-\d{4})?)$/.exec(text) ?? []
  if (digits === undefined || !mayLack) return text
  return digits.length === 4 || state === 'PR' || state === 'VI' ? digits.padStart(5, '0') + more : text
}

/** Why staff should look at a ZIP code that `zipOf` read; null: nothing. */
export function zipNote(cell: string, zip: string): string | null {
  if (zip.startsWith('0') && !cell.trim().startsWith('0'))
    return 'The ZIP code lacked zeros at its start, as spreadsheets drop them. It gets them back.'
  return /^\d{1,4}(?:-|$)/.test(zip) ? 'The ZIP code has fewer than five digits. It stays as it is.' : null
}

/** The parts of '12 Mill St, Apt 4, Lafayette, IN 47901'; null: it does not end like that. */
export function partsOfAddress(cell: string): { address: string; city: string; state: string; zipCode: string } | null {
  const text = cell
    .replace(/\s*\n\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/,? (?:USA|U\.S\.A\.|US|United States(?: of America)?)$/i, '')
    .trim()
  const [, address, city, state = '', zipCode] =
    /^(.+?), ?([^,\d]+), ?([A-Za-z .]+?),? (\d{5}(?:-\d{4})?)$/.exec(text) ?? []
  const code = stateOf(state)
  if (address === undefined || city === undefined || zipCode === undefined || !stateCodes.has(code)) return null
  return { address: address.trim(), city: city.trim(), state: code, zipCode }
}
