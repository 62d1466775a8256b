const dollars = /^(?:US)?\$?\s*(?:USD\s*)?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/i
/** As spreadsheets of other languages write it: 1.250,00. */
const withComma = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/

/**
 * Cents of '$1,250.00', '25.0000', '25 USD', '.50'; negative for '-25', '$-25', '25-' and '($25.00)'. Null for what is no
 * amount, or has parts of a cent.
 */
export function centsOf(cell: string): number | null {
  const text = cell
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[\u2012-\u2014\u2212]/g, '-')
    // As people of other languages group digits: 1 250.00 and 1'250.00.
    .replace(/(?<=\d)[ '\u2019](?=\d{3}(?:\D|$))/g, '')
    .trim()
  const [, sign = '', inside] = /^((?:(?:US)?\$)?)\s*\((.*)\)$/i.exec(text) ?? []
  const bracketed = inside === undefined ? undefined : sign + inside
  const plain = (bracketed ?? text)
    .replace(/^\+/, '')
    .replace(/\s*(?:USD|\$)$/i, '')
    .trim()
  const isNegative = bracketed !== undefined || /^(?:(?:US)?\$|USD)?\s*-|-$/i.test(plain)
  const number = plain.replace(/^((?:US)?\$|USD)?\s*-\s*/i, '$1').replace(/\s*-$/, '')
  const comma = withComma.exec(number)
  const [, whole = '', decimals = ''] = comma
    ? [null, comma[1]?.replaceAll('.', ''), comma[2]]
    : (dollars.exec(number) ?? [])
  if (whole === '' && decimals === '') return null
  if (!/^\d{0,2}0*$/.test(decimals)) return null
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  return isNegative && cents > 0 ? -cents : cents
}
