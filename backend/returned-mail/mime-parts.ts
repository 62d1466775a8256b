import { textIn } from '../mail/charsets.ts'

/**
 * One part of a mail without parts in it. `headers`: unfolded lines. `isReturned`: of a mail inside this one, or of its
 * headers. `text`: decoded.
 */
export type Part = { type: string; headers: string; text: string; isReturned: boolean }

const maxParts = 2000
/** A part that lies deeper is read as text. */
const maxDepth = 30
/** Characters of one header line that anything is looked for in. */
const longestField = 10_000

/** A mail with more parts than any server sends. */
export class TooManyParts extends Error {}

/** Or the line that mailboxes put in front of a mail. */
const looksLikeField = /^(?:[!-9;-~]+[ \t]*:|>?From )/

const unfolded = (headers: string): string => headers.replace(/\r?\n[ \t]/g, ' ')

/** The first header of this name; '' when there is none. `headers`: unfolded. `name`: in lower case. */
export function headerIn(headers: string, name: string): string {
  for (const line of headers.split('\n'))
    if (line.length > name.length && line.slice(0, name.length).toLowerCase() === name) {
      const rest = line.slice(name.length, longestField)
      const colon = /^[ \t]*:/.exec(rest)
      if (colon) return rest.slice(colon[0].length).trim()
    }
  return ''
}

const typeIn = (headers: string): string =>
  /^[\w.+-]+\/[\w.+-]+/.exec(headerIn(headers, 'content-type'))?.[0].toLowerCase() ?? 'text/plain'

const boundaryIn = (headers: string): string | undefined => {
  const field = headerIn(headers, 'content-type')
  const [, quoted, bare] =
    /\bboundary(?:\*0)?\*?[ \t]*=[ \t]*(?:[\w-]{0,20}'[\w-]{0,20}'(?=[^\s;']+(?:[\s;]|$)))?(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(
      field,
    ) ?? []
  return quoted ?? bare
}

function decodedBytes(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.replace(/[^\w+/]/g, ''), 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const plain = body.replace(/=[ \t]*\r?\n/g, '')
  return Buffer.from(
    plain.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

const charsetIn = (headers: string): string | undefined =>
  /\bcharset=["']?([\w-]{1,40})/i.exec(headerIn(headers, 'content-type'))?.[1]

const isMail = (type: string) => type === 'message/rfc822' || type === 'message/global'
const isHeaders = (type: string) => /^(?:text|message)\/(?:rfc822|global)-headers$/.test(type)

/**
 * The leaves of a mail (RFC 2046), whatever their disposition: mail parsers for readers hide inline reports, or merge
 * them with the text. In one pass over the lines; where a mail is broken, as much of it as can be read.
 */
export function partsOf(source: Buffer): Part[] {
  const parts: Part[] = []
  const text = source.toString('latin1').replaceAll('\r\r\n', '\r\n')
  // Line ends of an old Macintosh.
  collect(text.includes('\n') ? text : text.replaceAll('\r', '\n'), false, 0, parts)
  return parts
}

function collect(text: string, isInside: boolean, depth: number, parts: Part[]): void {
  const boundaries: { mark: string; isReturned: boolean }[] = []
  let isReturned = isInside
  let isHeader = true
  /** Where the headers or the body under way begin; a body that is only a frame is not kept. */
  let start = 0
  let headers = ''
  let isFrame = false

  function endBody(end: number): void {
    if (isHeader || isFrame) return
    addLeaf(headers, text.slice(start, end), isReturned, depth, parts)
  }
  function beginEntity(at: number): void {
    isHeader = true
    isFrame = false
    start = at
  }
  function endHeaders(end: number, next: number): void {
    headers = unfolded(text.slice(start, end))
    isHeader = false
    start = next
    const type = typeIn(headers)
    const boundary = type.startsWith('multipart/') ? boundaryIn(headers) : undefined
    if (boundary !== undefined && boundaries.length < maxDepth) {
      // Its headers may name our mail, and say who wrote it.
      addLeaf(headers, '', isReturned, depth, parts)
      boundaries.push({ mark: `--${boundary}`, isReturned })
      isFrame = true
    } else if (
      isMail(type) &&
      !/base64|quoted/i.test(headerIn(headers, 'content-transfer-encoding')) &&
      depth + boundaries.length < maxDepth
    ) {
      addLeaf(headers, '', isReturned, depth, parts)
      isReturned = true
      beginEntity(next)
    }
  }

  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    const next = end + 1
    const line = text.slice(from, Math.min(end, from + 300)).trimEnd()
    const level = line.startsWith('--')
      ? boundaries.findLastIndex(({ mark }) => line === mark || line === `${mark}--`)
      : -1
    const boundary = boundaries[level]
    if (boundary) {
      if (isHeader) headers = unfolded(text.slice(start, from))
      if (isHeader && headers.trim() !== '') addLeaf(headers, '', isReturned, depth, parts)
      else endBody(from)
      boundaries.length = level + 1
      isReturned = boundary.isReturned
      if (line === boundary.mark) beginEntity(next)
      else {
        boundaries.pop()
        isHeader = false
        isFrame = true
      }
    } else if (isHeader && line === '' && end - from < 3) endHeaders(from, next)
    // A part whose empty line in front was left out.
    else if (isHeader && from === start && boundaries.length > 0 && !looksLikeField.test(line)) endHeaders(from, from)
    if (found === -1) break
    from = next
  }
  if (isHeader) endHeaders(text.length, text.length)
  endBody(text.length)
}

function addLeaf(headers: string, body: string, isReturned: boolean, depth: number, parts: Part[]): void {
  if (parts.length >= maxParts) throw new TooManyParts('This mail has too many parts.')
  const type = typeIn(headers)
  const encoding = headerIn(headers, 'content-transfer-encoding').toLowerCase()
  const bytes = decodedBytes(body, encoding)
  if (isMail(type) && bytes.length > 0 && depth < 3) collect(bytes.toString('latin1'), true, depth + 1, parts)
  else parts.push({ type, headers, text: textIn(bytes, charsetIn(headers)), isReturned: isReturned || isHeaders(type) })
}
