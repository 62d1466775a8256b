/** ZIP codes with the share of their people who live in the district, 0 to 1. */
type ZipShares = ReadonlyMap<string, number>

/** ZIP codes that no place has, in the example of the product. */
const isSample = (zip: string) => zip < '00100'

/** Spreadsheets write one of these, and quotation marks around what they take for text. */
const cellsOf = (line: string) => line.split(/[,;\t]/).map((cell) => cell.replaceAll('"', '').trim())

/** Wrong lines that a start names. */
const mostNamed = 5

function problemIn([zip = '', share = '', ...more]: string[], known: ZipShares): string | null {
  if (/^\d{3,4}$/.test(zip)) return `'${zip}' has lost its zero in front. Write ${zip.padStart(5, '0')}`
  if (!/^\d{5}$/.test(zip)) return `'${zip.slice(0, 20)}' is no ZIP code of five digits`
  if (known.has(zip)) return `${zip} stands there twice`
  if (more.some((cell) => cell !== '')) return 'there are more than two cells'
  if (share !== '' && !(/^\d*\.?\d+$/.test(share) && Number(share) <= 1))
    return `the share '${share.slice(0, 20)}' must be a number from 0 to 1, such as 0.43`
  return null
}

/** Reads the lines `47901,0.43` below `zip,share`; a ZIP code without a share lies inside. Wrong lines are left out. */
export function readZipCodes(text: string): { shares: ZipShares; wrong: string[]; hasSamples: boolean } {
  const shares = new Map<string, number>()
  const wrong: string[] = []
  const [head = '', ...lines] = text.split(/\r\n|\r|\n/)
  if (cellsOf(head.toLowerCase()).join() !== 'zip,share') wrong.push('line 1 must be zip,share')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const cells = cellsOf(line)
    const problem = problemIn(cells, shares)
    if (problem !== null) wrong.push(`line ${index + 2}: ${problem}`)
    else shares.set(cells[0] ?? '', cells[1] ? Number(cells[1]) : 1)
  }
  if (shares.size === 0 && wrong.length === 0) wrong.push('it lists no ZIP code')
  const more = wrong.length - mostNamed
  return {
    shares,
    wrong: more > 0 ? [...wrong.slice(0, mostNamed), `${more} more lines are wrong`] : wrong,
    hasSamples: [...shares.keys()].some(isSample),
  }
}
