const dollars = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** As spreadsheets of other languages write it: 1.250,00. */
const withComma = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/

/** An amount with the sign or the name of another currency. */
export const isForeign = (cell: string): boolean =>
  /[€£¥₹]|(?<![a-z])(?:eur|euros?|gbp|pounds?|cad|aud|nzd|mxn|pesos?|chf|jpy|inr)(?![a-z])|(?:ca|c|a|au|nz|mx|hk)\$/i.test(
    cell,
  )

/** 1.250 is a dollar and a quarter here, and much more elsewhere. */
export const mayBeThousands = (cell: string): boolean => thousands.test(cell.trim())
const thousands = /^\$?\s*[1-9]\d{0,2}\.\d{3}$/

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const currency = '\\$ ?USD|U\\.?S\\.? ?\\$|USD ?\\$?|U\\.?S\\.?|(?:U\\.?S\\.? |United States )?dollars?'
const currencyBefore = new RegExp(`^([-(]?)\\s*(?:${currency})\\s*(?=[-($.\\d])`, 'i')
const currencyAfter = new RegExp(`(?<=[\\d.)-])\\s*(?:${currency})\\.?(?=\\)?$)`, 'i')

/** A part of a cent that is left over where a program added up binary fractions: 24.990000000000002. */
const isNoise = (decimals: string, cents: number) => decimals.length > 8 && Math.abs(cents - Math.round(cents)) < 1e-4

/**
 * Cents of '$1,250.00', '25.0000', '25 USD', '.50'; negative for '-25', '$-25', '25-' and '($25.00)'. Null for what is no
 * amount, has parts of a cent or could be two amounts.
 */
export function centsOf(cell: string): number | null {
  const text = cell
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[\u2012-\u2014\u2212]/g, '-')
    // As people of other languages group digits: 1 250.00 and 1'250.00.
    .replace(/(?<=\d)[ '\u2019](?=\d{3}(?:\D|$))/g, '')
    .trim()
    .replace(/\s*\((?:USD|US ?\$|\$)\)$/i, '')
    // A dash for no cents: '25.-'.
    .replace(/(?<=\d)[.,]--?$/, '')
    .replace(currencyBefore, '$1$')
    .replace(currencyAfter, '')
  const [, sign = '', inside] = /^((?:(?:US)?\$)?)\s*\((.*)\)$/i.exec(text) ?? []
  const bracketed = inside === undefined ? undefined : sign + inside
  const plain = (bracketed ?? text)
    .replace(/^\+/, '')
    .replace(/\s*(?:USD|\$)$/i, '')
    .trim()
  const isNegative = bracketed !== undefined || /^(?:(?:US)?\$|USD)?\s*-|-$/i.test(plain)
  const number = plain.replace(/^((?:US)?\$|USD)?\s*-\s*/i, '$1').replace(/\s*-$/, '')
  if (mayBeThousands(number)) return null
  const comma = withComma.exec(number)
  const [, whole = '', decimals = ''] = comma
    ? [null, comma[1]?.replaceAll('.', ''), comma[2]]
    : (dollars.exec(number) ?? [])
  if (whole === '' && decimals === '') return null
  const exact = Number(`${whole.replaceAll(',', '') || '0'}.${decimals || '0'}`) * 100
  if (!/^\d{0,2}0*$/.test(decimals) && !isNoise(decimals, exact)) return null
  const cents = Math.round(exact)
  return isNegative && cents > 0 ? -cents : cents
}
