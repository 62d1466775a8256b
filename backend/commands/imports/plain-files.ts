import { isUtf8 } from 'node:buffer'
import type { Turns } from './import-file-rows.ts'

/** Bytes of a line; 100 columns of a donation platform take 2,500. A longer text may take long to look through. */
const maxInLine = 4000
/** Lines without a word. They are passed over in one step, where spreadsheets can write a million. */
const maxBlank = 1000

const lineFeed = 10
const blanks: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n,;|"'))

function isBlank(file: Uint8Array, from: number, end: number): boolean {
  let at = from
  while (at < end && blanks.has(file[at])) at++
  return at === end
}

/** An editor has saved a table a second time, and all of it is looked through to see so. */
const isOneQuotedCell = (line: string) => /^\s*"(?:[^"]|"")*"\s*$/.test(line)

/** True when no step of reading a file can take long: its text is UTF-8, and it has neither long lines nor many blank ones. */
export async function isPlainFile(file: Uint8Array, turns: Pick<Turns, 'over'>): Promise<boolean> {
  if (!isUtf8(file)) return false
  let blank = 0
  for (let from = 0; from < file.length; ) {
    const found = file.indexOf(lineFeed, from)
    const end = found < 0 ? file.length : found
    if (end - from > maxInLine) return false
    if (isBlank(file, from, end) && ++blank > maxBlank) return false
    if (from === 0 && isOneQuotedCell(Buffer.from(file.subarray(0, end)).toString())) return false
    from = end + 1
    const turn = turns.over()
    if (turn !== null) await turn
  }
  return true
}
