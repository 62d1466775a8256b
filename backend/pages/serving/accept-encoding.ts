import type { Encoding } from './ready-page.ts'

const remembered = new Map<string | undefined, Encoding>()

/**
 * The best encoding that a client accepts (RFC 9110, 12.5.3): the highest q wins; ties go to br, then gzip, then
 * identity. Uncompressed bytes without the header or when none of our encodings is accepted.
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  const known = remembered.get(header)
  if (known) return known
  const encoding = negotiate(header ?? '')
  // Browsers send a handful of values; thousands of made-up ones must not fill the memory.
  if (remembered.size < 200 && (header?.length ?? 0) < 200) remembered.set(header, encoding)
  return encoding
}

function negotiate(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters))
  }
  const any = weights.get('*')
  const br = weights.get('br') ?? any ?? 0
  const gzip = weights.get('gzip') ?? any ?? 0
  const identity = weights.get('identity') ?? (any === 0 ? 0 : Number.EPSILON)
  if (br > 0 && br >= gzip && br >= identity) return 'br'
  if (gzip > 0 && gzip >= identity) return 'gzip'
  return 'identity'
}

function weightOf(parameters: string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  if (!q) return 1
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q.slice(2)) ? Number(q.slice(2)) : 0
}
