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

/** The digits of what may be a phone number or its end, without the country code; null for other words. */
function phoneDigits(q: string): string | null {
  if (!/^[\d\s()+./\u2010-\u2013-]+$/.test(q)) return null
  const digits = q.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 4 ? digits : null
}

/**
 * Conditions that all words of `q` are in the text; or, if it looks like one, that it is part of the phone number. `searched`
 * and `phone`: SQL.
 */
export function searchConditions(
  q: string,
  { searched, phone }: { searched: string; phone?: string | undefined },
): Condition[] {
  const conditions = q.split(/\s+/).map((word) => hasWord(searched, word))
  const digits = phone === undefined ? null : phoneDigits(q)
  if (digits === null) return conditions
  const words = conditions.map(({ sql }) => `(${sql})`).join(' AND ')
  return [
    {
      sql: `((${words}) OR strpos(regexp_replace(${phone}, '\\D', '', 'g'), ?) > 0)`,
      values: [...conditions.flatMap(({ values = [] }) => values), digits],
    },
  ]
}
