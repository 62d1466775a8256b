import { stateCodes, statesByName } from './states.ts'

const suffix = /,? (?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq)\.?$/i

/** 'Marlow, Tess', 'Tess Anne Marlow' and 'Tess Marlow & Owen Pratt' in two parts. */
export function partsOfName(name: string): { firstName: string; lastName: string } {
  const text = name.replace(/\s+/g, ' ').trim()
  const couple = /^(\S+) (\S+) (&|and|\+) (\S+) (\S+)$/i.exec(text)
  if (couple && !text.includes(',')) {
    const [, first, last, and, second, other] = couple
    const names = `${first} ${and} ${second}`
    // 'Mr. Tess and Mrs. Owen' is no couple of whole names.
    if (!/^(?:mr|mrs|ms|dr|rev)\.?$/i.test(`${first}`) && !/^(?:mr|mrs|ms|dr|rev)\.?$/i.test(`${second}`))
      return { firstName: names, lastName: last === other ? `${last}` : `${last} ${and} ${other}` }
  }
  const comma = text.indexOf(',')
  if (comma > 0 && !suffix.test(text)) {
    const last = text.slice(0, comma).trim()
    const first = text.slice(comma + 1).trim()
    // 'Marlow, Jr., Tess' has the suffix between both.
    const [, between, given] = /^((?:jr|sr|ii|iii|iv)\.?),\s*(.+)$/i.exec(first) ?? []
    return given === undefined
      ? { firstName: first, lastName: last }
      : { firstName: given, lastName: `${last}, ${between}` }
  }
  const end = suffix.exec(text)?.index ?? text.length
  const space = text.lastIndexOf(' ', end - 1)
  return space < 0
    ? { firstName: text, lastName: '' }
    : { firstName: text.slice(0, space), lastName: text.slice(space + 1) }
}

/** The first of several numbers in a cell, without what forms and spreadsheets add: 'p:+15550100', 5550100.0. */
export function phoneOf(cell: string): string {
  const [first = ''] = cell.split(/ ::: |[;\n|]|,(?=\s*[+(\d])|\s\/\s/).filter((part) => part.trim() !== '')
  const text = first
    .trim()
    .replace(/^(?:p|tel|phone|cell|mobile|home|m|c|h):\s*/i, '')
    .replace(/^(\d{7,})\.0+$/, '$1')
  const short = text.replace(/\s*(?:ext(?:ension)?\.?|x)\s*(\d+)$/i, ' x$1')
  return short.length <= 20 ? short : short.replace(/[()]/g, '').replace(/[\s.-]+(?=\d)/g, '-')
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
