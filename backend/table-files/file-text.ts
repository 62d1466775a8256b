import { DomainError } from '../kernel/eventlog/decider.ts'

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'
/** `isAssumed`: nothing in the file says so, and a wrong guess would spoil its accents. */
export type FileText = { text: string; encoding: Encoding; isAssumed: boolean }

const refuse = (message: string) => new DomainError('invalid', message)

const startsWith = (file: Uint8Array, bytes: readonly number[]) => bytes.every((byte, index) => file[index] === byte)

/** UTF-16 without a mark: in text of our languages every other byte is zero. */
function unmarkedUtf16(file: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = file.subarray(0, 400)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 5
  if (odd > many && even < many / 4) return 'utf-16le'
  return even > many && odd < many / 4 ? 'utf-16be' : null
}

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
/** Made once: a file may have a hundred thousand lines. */
const decoders = new Map(encodings.map((encoding) => [encoding, new TextDecoder(encoding, { fatal: true })]))

function decoded(file: Uint8Array, encoding: (typeof encodings)[number]): string | null {
  try {
    return decoders.get(encoding)?.decode(file) ?? null
  } catch {
    return null
  }
}

function* textIn(file: Uint8Array): Generator<null, FileText | null> {
  const marked = startsWith(file, [0xff, 0xfe]) ? 'utf-16le' : startsWith(file, [0xfe, 0xff]) ? 'utf-16be' : null
  const wide = marked ?? unmarkedUtf16(file)
  if (wide) {
    // A program that adds a line end of one byte, or a download that broke off, leaves half a character.
    const text = decoded(file.subarray(0, file.length - (file.length % 2)), wide)
    return text === null ? null : { text, encoding: 'UTF-16', isAssumed: marked === null }
  }
  const text = decoded(file, 'utf-8')
  if (text !== null) {
    const plain = yield* withoutSecondEncoding(text)
    return { text: plain, encoding: 'UTF-8', isAssumed: plain !== text }
  }
  // Spreadsheets on Windows write this one, and it gives a character for every byte.
  const old = decoded(file, 'windows-1252')
  if (old === null) return null
  return isSometimesUtf8(file)
    ? { text: lineByLine(file), encoding: 'UTF-8', isAssumed: true }
    : { text: old, encoding: 'Windows-1252', isAssumed: true }
}

/** True when some accents are in UTF-8 though others are not: two files in one, or one that was cut inside of a letter. */
const isSometimesUtf8 = (file: Uint8Array) => /[^\0-\x7f\ufffd]/.test(new TextDecoder('utf-8').decode(file))

const lineFeed = 0x0a

function lineByLine(file: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < file.length; ) {
    const found = file.indexOf(lineFeed, at)
    const next = found < 0 ? file.length : found + 1
    const line = file.subarray(at, next)
    lines.push(decoded(line, 'utf-8') ?? decoded(line, 'windows-1252') ?? '')
    at = next
  }
  return lines.join('')
}

/** The bytes from 0x80 to 0x9f of Windows-1252, by their characters. */
const highBytes = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)

/** 'Ã©': an accent in UTF-8 that was read as Windows-1252. */
const twice = new RegExp(`[\u00c2-\u00f4][\u0080-\u00bf${[...highBytes.keys()].join('')}]`)

/** Characters that are looked at together. */
const atOnce = 32_768

/** A line that was read in Windows-1252 and written again in UTF-8, as it was before; any other line as it is. */
function onceEncoded(line: string): string {
  if (!twice.test(line)) return line
  const bytes = new Uint8Array(line.length)
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    const byte = highBytes.get(line.charAt(at)) ?? code
    if (byte > 0xff) return line
    bytes[at] = byte
  }
  return decoded(bytes, 'utf-8') ?? line
}

/** In parts of whole lines with a step after each, because the repair of a large file takes seconds. */
function* withoutSecondEncoding(text: string): Generator<null, string> {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from + atOnce)
    const end = found < 0 ? text.length : found + 1
    const part = text.slice(from, end)
    parts.push(twice.test(part) ? yield* onceEncodedLines(part) : part)
    from = end
    yield null
  }
  return parts.join('')
}

const linesInStep = 100

function* onceEncodedLines(text: string): Generator<null, string> {
  const lines: string[] = []
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found < 0 ? text.length : found + 1
    lines.push(onceEncoded(text.slice(from, end)))
    from = end
    if (lines.length % linesInStep === 0) yield null
  }
  return lines.join('')
}

const csv = 'save it as "CSV UTF-8"'

const latin = new TextDecoder('latin1')

/** Advice about a file that is no text; null: it may be text. */
function otherFile(file: Uint8Array): string | null {
  if (startsWith(file, [0x50, 0x4b, 0x03, 0x04])) {
    const names = latin.decode(file.subarray(0, 64 * 1024))
    return /\[Content_Types\]\.xml|xl\/|opendocument\.spreadsheet|Index\/|\.iwa/.test(names) || file.length < 30
      ? `This is a spreadsheet, not a CSV file. Open it in your spreadsheet and ${csv}.`
      : 'This is a zip file. Unpack it and choose the CSV file inside.'
  }
  if (startsWith(file, [0xd0, 0xcf, 0x11, 0xe0]))
    return `This is an old or password-protected spreadsheet, not a CSV file. Open it in your spreadsheet and ${csv}.`
  if (startsWith(file, [0x1f, 0x8b])) return 'This file is compressed. Unpack it and choose the CSV file inside.'
  if (startsWith(file, [0x25, 0x50, 0x44, 0x46])) return 'This is a PDF. Download the list as a CSV file instead.'
  return null
}

/** Advice about text that is no table of cells; null: it may be one. */
function otherText(text: string): string | null {
  const start = text.slice(0, 2000).trimStart()
  if (/^(?:<\?xml|<!doctype|<html|<table|<head|<meta|<style|<body)/i.test(start))
    return `This is a web page with a table, even if its name ends in .xls. Open it in your spreadsheet and ${csv}.`
  if (/^BEGIN:VCARD/i.test(start)) return 'These are contact cards (vCard). Export the contacts as a CSV file instead.'
  if (/^(?:\{\s*"|\[\s*[{[])/.test(start)) return 'This is a JSON file. Download the list as a CSV file instead.'
  return start.startsWith('{\\rtf') ? `This is a text document. Copy its table into a spreadsheet and ${csv}.` : null
}

/** Without what old programs and broken downloads put behind a text. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '\0\x1a\r\n '.includes(text.charAt(end - 1))) end--
  return /[^\r\n ]/.test(text.slice(end)) ? text.slice(0, end) : text
}

/** Without the mark of a file that was read in another encoding and written again. */
const withoutOldMark = (text: string) => text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)+/, '')

/**
 * The text of a file without its byte order mark, in steps that each take a moment for UTF-8. Throws DomainError 'invalid' for
 * what is no text.
 */
export function* fileTextSteps(file: Uint8Array): Generator<null, FileText> {
  const other = otherFile(file)
  if (other !== null) throw refuse(other)
  const found = yield* textIn(file)
  const text = found === null ? '' : withoutEnd(found.text)
  if (found === null || text.includes('\0'))
    throw refuse('This file is not text. In your spreadsheet, save it as "CSV UTF-8".')
  const unusable = otherText(text)
  if (unusable !== null) throw refuse(unusable)
  return { ...found, text: withoutOldMark(text) }
}
