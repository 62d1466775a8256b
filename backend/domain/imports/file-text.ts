import { DomainError } from '../decider.ts'

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

function decoded(file: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return null
  }
}

function textIn(file: Uint8Array): FileText | null {
  const marked = startsWith(file, [0xff, 0xfe]) ? 'utf-16le' : startsWith(file, [0xfe, 0xff]) ? 'utf-16be' : null
  const wide = marked ?? unmarkedUtf16(file)
  if (wide) {
    const text = decoded(file, wide)
    return text === null ? null : { text, encoding: 'UTF-16', isAssumed: marked === null }
  }
  const text = decoded(file, 'utf-8')
  if (text !== null) return { text, encoding: 'UTF-8', isAssumed: false }
  // Spreadsheets on Windows write this one, and it gives a character for every byte.
  const old = decoded(file, 'windows-1252')
  return old === null ? null : { text: old, encoding: 'Windows-1252', isAssumed: true }
}

/** The text of a file without its byte order mark. Throws DomainError 'invalid' for what is no text. */
export function fileText(file: Uint8Array): FileText {
  if (startsWith(file, [0x50, 0x4b, 0x03, 0x04]) || startsWith(file, [0xd0, 0xcf, 0x11, 0xe0]))
    throw refuse('This is a spreadsheet, not a CSV file. In your spreadsheet, save it as "CSV UTF-8".')
  const found = textIn(file)
  if (found === null || found.text.includes('\0'))
    throw refuse('This file is not text. In your spreadsheet, save it as "CSV UTF-8".')
  return found
}
