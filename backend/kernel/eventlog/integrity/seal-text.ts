import type { Seal } from './seal.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64url')

/** A seal as one line of JSON; bytes are base64url, the digests of its events joined into one text. */
export function sealToJson({ seq, events, root, previousHash, hash, signature, sealedAt, publicKey }: Seal): string {
  return JSON.stringify({
    seq,
    sealedAt,
    positions: events.map(({ position }) => position),
    digests: base64(joinDigests(events)),
    root: base64(root),
    previousHash: base64(previousHash),
    hash: base64(hash),
    signature: base64(signature),
    ...(publicKey && { publicKey: base64(publicKey) }),
  })
}

/** Throws SyntaxError or TypeError when the text is not a seal; `sealError` says whether the seal is valid. */
export function sealFromJson(json: string): Seal {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) throw new TypeError('not a seal')
  const fields = new Map<string, unknown>(Object.entries(value))
  const text = (name: string): string => {
    const field = fields.get(name)
    if (typeof field !== 'string') throw new TypeError(`not a seal: ${name} is not a text`)
    return field
  }
  const bytes = (name: string) => Buffer.from(text(name), 'base64url')
  const seq = fields.get('seq')
  const positions = fields.get('positions')
  if (typeof seq !== 'number' || !Array.isArray(positions)) throw new TypeError('not a seal: seq or positions missing')
  return {
    seq,
    events: splitDigests(positions.map(String), bytes('digests')),
    root: bytes('root'),
    previousHash: bytes('previousHash'),
    hash: bytes('hash'),
    signature: bytes('signature'),
    sealedAt: text('sealedAt'),
    publicKey: fields.has('publicKey') ? bytes('publicKey') : null,
  }
}

/** 32 bytes per event, in order. */
export const joinDigests = (events: Seal['events']): Buffer => Buffer.concat(events.map(({ digest }) => digest))

export const splitDigests = (positions: readonly string[], digests: Buffer): Seal['events'] =>
  positions.map((position, index) => ({ position, digest: digests.subarray(index * 32, index * 32 + 32) }))
