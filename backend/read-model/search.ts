/** A condition on a row, with a `?` for each value. */
export type Condition = { sql: string; values?: readonly (string | number | boolean)[] }

/** Patterns for LIKE: anywhere, or where a word begins. */
const anywhere = [`'%' || app.search_pattern(?) || '%'`]
const atWordStarts = [
  `app.search_pattern(?) || '%'`,
  `'% ' || app.search_pattern(?) || '%'`,
  `E'%\\n' || app.search_pattern(?) || '%'`,
]

const foreign = /[^\p{Script=Latin}\p{Script=Common}]/u

const withoutMarks = (word: string) => word.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')

/** Signs that people take for the same: phones write curly apostrophes and long dashes. */
const apostrophes = '\u2018\u2019\u201b\u02bc`'
const dashes = '\u2010\u2012\u2013\u2014\u2212'
const signs = new RegExp(`[-'${apostrophes}${dashes}]+`)

const plain = (words: string) =>
  `translate(app.folded(${words}), '${apostrophes}${dashes}', '${"''".repeat(apostrophes.length)}${'-'.repeat(dashes.length)}')`

/** The index finds the letters between the signs, and the text itself is compared after that. */
function hasSignedWord(searched: string, word: string): Condition {
  const parts = withoutMarks(word).split(signs)
  const pattern = parts.map(() => 'app.search_pattern(?)').join(` || '%' || `)
  return {
    sql: `(app.search_key(${searched}) LIKE '%' || ${pattern} || '%' AND strpos(${plain(searched)}, ${plain('?')}) > 0)`,
    values: [...parts, word],
  }
}

/**
 * Fewer than three Latin letters make no trigram, but with the space before them they do, so they are found where words
 * begin. One letter of another script makes several (app.search_key). With digits, a word that begins with a digit is
 * compared with the text itself too.
 */
function hasWord(searched: string, word: string): Condition {
  const letters = withoutMarks(word)
  if (signs.test(letters)) return hasSignedWord(searched, word)
  const isShort = [...letters].length < 3 && !foreign.test(letters)
  const patterns = isShort ? atWordStarts : anywhere
  const places = patterns.map((pattern) => `app.search_key(${searched}) LIKE ${pattern}`).join(' OR ')
  const isAmbiguous = !isShort && /^\d/.test(letters)
  return {
    sql: isAmbiguous ? `(${places}) AND strpos(app.folded(${searched}), app.folded(?)) > 0` : `(${places})`,
    values: [...patterns, ...(isAmbiguous ? [''] : [])].map(() => word),
  }
}

const umlauts: [letter: string, written: string][] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
]

/** Names with umlauts are also written without: 'mueller' finds Müller and Muller, and 'müller' Mueller too. */
function spellings(word: string): string[] {
  const letters = word.normalize('NFC').toLowerCase()
  const plain = umlauts.reduce((text, [letter, written]) => text.replaceAll(written, letter), letters)
  const spelledOut = umlauts.reduce((text, [letter, written]) => text.replaceAll(letter, written), letters)
  return [...new Set([word, ...(plain === letters ? [] : [plain]), ...(spelledOut === letters ? [] : [spelledOut])])]
}

const joined = (conditions: readonly Condition[], by: 'AND' | 'OR'): Condition => ({
  sql: `(${conditions.map(({ sql }) => `(${sql})`).join(` ${by} `)})`,
  values: conditions.flatMap(({ values = [] }) => values),
})
const all = (conditions: readonly Condition[]) => joined(conditions, 'AND')
const oneOf = (conditions: readonly Condition[]) => joined(conditions, 'OR')

/** The digits of what may be a phone number or its end, without country code and extension; null for other words. */
function phoneDigits(q: string): string | null {
  const number = q.replace(/\s*(x|ext\.?)\s*\d{1,6}$/i, '')
  if (!/^[\d\s()+./\u2010-\u2013-]+$/.test(number)) return null
  const digits = number.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 4 ? digits : null
}

/** The last four digits of a whole number stand together in every spelling, so the index finds them. */
const isWhole = (digits: string) => digits.length === 7 || digits.length === 10

function hasPhone({ searched, phone }: { searched: string; phone: string }, digits: string): Condition {
  const numbers = `strpos(regexp_replace(${phone}, '\\D', '', 'g'), ?) > 0`
  if (!isWhole(digits)) return { sql: numbers, values: [digits] }
  return { sql: `app.search_key(${searched}) LIKE ? AND ${numbers}`, values: [`%${digits.slice(-4)}%`, digits] }
}

/**
 * Conditions that all words of `q` are in the text; or, if it looks like one, that it is part of the phone number. `searched`
 * and `phone`: SQL.
 */
export function searchConditions(
  q: string,
  { searched, phone }: { searched: string; phone?: string | undefined },
): Condition[] {
  const conditions = q.split(/\s+/).map((word) => oneOf(spellings(word).map((spelling) => hasWord(searched, spelling))))
  const digits = phoneDigits(q)
  if (phone === undefined || digits === null) return conditions
  const asWords = all(conditions)
  const asNumber = hasPhone({ searched, phone }, digits)
  return [oneOf([asWords, asNumber])]
}
