export type Separator = ',' | ';' | '\t' | '|'
/** `line` and `start`: where the row starts in the file, the first line being 1 and the first character 0. */
export type DelimitedRow = { line: number; start: number; cells: string[] } | { line: number; problem: string }

export const separators: readonly Separator[] = [',', ';', '\t', '|']

/** `start` and `line`: of the first row to read. `isList`: each line is an address with words around it, see `addressLines`. */
export type Layout = { separator: Separator; start: number; line: number; isList?: boolean }

const unbalanced = 'The quotation marks do not match. A quotation mark inside of a cell must be doubled.'
const tooLong = 'The row is too long, or a quotation mark never ends.'

/** Characters; a quoted cell may have line breaks, so a mark that never ends is only noticed by the length. A cell of Excel has 32,767. */
const maxInRow = 70_000

/** Columns; with fewer ones a sentence in a cell may look like a row. */
const leastWidth = 4

const swallowed = 'A quotation mark seems to be missing: a cell in this row has other rows inside of it. Add the mark.'

const lineEnd = /\r\n|\r|\n/g

/** Where the line that starts at `from` ends, and where the next one starts. */
function lineAt(text: string, from: number): { end: number; next: number } {
  lineEnd.lastIndex = from
  const found = lineEnd.exec(text)
  return found ? { end: found.index, next: found.index + found[0].length } : { end: text.length, next: text.length }
}

/**
 * The separator of the cells: from the line `sep=;`, else the most frequent one of the first line outside of quotation
 * marks.
 */
export function separatorOf(text: string): Layout {
  const first = lineAt(text, 0)
  const said =
    /^"?sep=(.)"?[,;\t|\s]*$/i.exec(text.slice(0, first.end))?.[1] ??
    (/^sep=$/i.test(text.slice(0, first.end)) ? '\t' : '')
  const named = separators.find((separator) => separator === said)
  if (named) return { separator: named, start: first.next, line: 2 }
  let start = 0
  let line = 1
  let { end, next } = first
  while (text.slice(start, end).trim() === '' && next < text.length) {
    start = next
    line++
    ;({ end, next } = lineAt(text, start))
  }
  const plain = text.slice(start, end).replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => plain.split(separator).length)
  const most = separators[counts.indexOf(Math.max(...counts))]
  return { separator: most ?? ',', start, line }
}

/** An address behind a name in quotation marks, as mail programs write both: "Marlow, Tess" <tess@example.com>. */
const addressBehind = /[ \t]*<[^<>"\r\n]{1,300}@[^<>"\r\n]{1,300}>/y

/** The quoted cell whose mark is at `from`; null where its second mark is missing or followed by more text. */
function quotedCell(text: string, from: number, limit: number, separator: string) {
  let cell = ''
  let at = from + 1
  for (;;) {
    let mark = text.indexOf('"', at)
    if (mark < 0 || mark > limit) return null
    cell += text.slice(at, mark)
    if (text[mark + 1] !== '"') {
      addressBehind.lastIndex = mark + 1
      const address = addressBehind.exec(text)?.[0] ?? ''
      cell += address
      mark += address.length
      // Blanks behind the mark are a common mistake that changes nothing.
      let end = mark + 1
      while (text[end] === ' ') end++
      const isEnd = end >= text.length || text[end] === separator || text[end] === '\r' || text[end] === '\n'
      return isEnd ? { cell, end } : null
    }
    cell += '"'
    at = mark + 2
  }
}

/** Where the next separator is; the end of the text without one. It is not looked for again until it is passed. */
function separatorFinder(text: string, separator: Separator): (from: number) => number {
  let [searched, found] = [0, -1]
  return (from) => {
    if (from >= searched && from <= found) return found
    searched = from
    const next = text.indexOf(separator, from)
    found = next < 0 ? text.length : next
    return found
  }
}

const breaksIn = (text: string) => text.match(lineEnd)?.length ?? 0

/**
 * True when a line in a quoted cell has as many cells as the table and an address: two stray marks would hide it. Such rows are not
 * read, since a donor can write them into a comment.
 */
const hasRows = (cell: string, separator: string, width: number): boolean =>
  /[\r\n]/.test(cell) &&
  cell
    .split(lineEnd)
    .slice(1)
    .some((line) => line.includes('@') && line.split(separator).length >= width)

/**
 * The rows of delimited text (RFC 4180), in any mixture of line ends, without blank ones. A quotation mark inside of a cell
 * that has none at its start is text. One that does not match spoils the line on which it stands: reading goes on with the
 * next one, which no parser on npm does.
 */
export function* delimitedRows(text: string, layout: Layout): Generator<DelimitedRow> {
  if (layout.isList) return yield* addressLines(text, layout)
  const { separator, start, line: firstLine } = layout
  const separatorFrom = separatorFinder(text, separator)
  let at = start
  let line = firstLine
  let width = 0
  while (at < text.length) {
    const row = rowAt(text, at, separator, separatorFrom)
    if ('problem' in row) {
      const { next } = lineAt(text, at)
      yield { line, problem: row.problem }
      at = next
      line++
      continue
    }
    if (width >= leastWidth && row.cells.some((cell) => hasRows(cell, separator, width)))
      yield { line, problem: swallowed }
    else if (row.cells.some((cell) => cell.trim() !== '')) yield { line, start: at, cells: row.cells }
    width ||= row.cells.length
    line += 1 + breaksIn(text.slice(at, row.end))
    at = row.next
  }
}

const severalAddresses = 'This line has several addresses. Put each of them on a line of its own.'
const sign = '[^\\s@<>()[\\]{},;:|"\u201c\u201d]'
/** Not from within a word, or long ones would be looked through once per letter. */
const address = new RegExp(`(?<!${sign})${sign}+@${sign}+\\.${sign}+`, 'g')

/** Addresses in a line: 'tess@example.com' of 'Marlow, Tess <tess@example.com>; bounced'. */
export const addressesIn = (line: string): string[] => line.slice(0, maxInRow).match(address) ?? []

/** Statement of a line about its address: the words behind it, or those before a colon. */
function wordsAbout(line: string, address: string): string {
  const at = line.indexOf(address)
  const behind = line.slice(at + address.length).replace(/^[\s"'>)\]},;:|.\u2013-]+/, '')
  const before = line.slice(0, at).trim()
  return behind !== '' || !before.endsWith(':') ? behind : before.slice(0, -1)
}

/** Lines that are no table: the address of each, and what they say of it. */
function* addressLines(text: string, { start, line: firstLine }: Layout): Generator<DelimitedRow> {
  let line = firstLine
  for (let at = start; at < text.length; line++) {
    const { end, next } = lineAt(text, at)
    const words = text.slice(at, end)
    const [found, ...others] = addressesIn(words)
    const row = { line, start: at }
    at = next
    if (words.trim() === '') continue
    if (words.length > maxInRow) yield { line, problem: tooLong }
    else if (others.length > 0) yield { line, problem: severalAddresses }
    else yield { ...row, cells: found === undefined ? [words] : [found, wordsAbout(words, found)] }
  }
}

type FoundRow = { cells: string[]; end: number; next: number } | { problem: string }

function rowAt(text: string, from: number, separator: Separator, separatorFrom: (from: number) => number): FoundRow {
  const cells: string[] = []
  const limit = from + maxInRow
  let at = from
  let { end, next } = lineAt(text, from)
  if (end - from > maxInRow) return { problem: tooLong }
  for (;;) {
    let start = at
    while (text[start] === ' ') start++
    if (text[start] === '"') {
      const quoted = quotedCell(text, start, limit, separator)
      if (quoted === null) return { problem: text.indexOf('"', start + 1) > limit ? tooLong : unbalanced }
      cells.push(quoted.cell)
      at = quoted.end
      if (at > end) ({ end, next } = lineAt(text, at))
    } else {
      const cellEnd = Math.min(separatorFrom(at), end)
      cells.push(text.slice(at, cellEnd))
      at = cellEnd
    }
    if (at >= end) return { cells, end, next }
    // Behind a cell is its separator.
    at++
  }
}
