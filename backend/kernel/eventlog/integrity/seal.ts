import { hash, type KeyObject, verify } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position, RecordedEvent } from '../event-log.ts'
import { fromDer, toDer } from './public-key.ts'
import type { Signer } from './signer.ts'

/** The part of an event that a seal stores: its position and the SHA-256 (32 bytes) of everything else. */
export type SealedEvent = { position: Position; digest: Buffer }

/**
 * One link of the chain over the log. `root` is the Merkle root of the events' leaves, `previousHash` the hash of the
 * previous seal (32 zero bytes for the first), `hash` covers everything, `signature` is Ed25519 over `hash`.
 */
export type Seal = {
  /** 1, 2, … without gaps. */
  seq: number
  /** In global order; at least one. */
  events: SealedEvent[]
  root: Buffer
  previousHash: Buffer
  hash: Buffer
  signature: Buffer
  /** ISO 8601, UTC. */
  sealedAt: string
  /** This key signs from this seal on (SubjectPublicKeyInfo, DER); null: the same one as before. */
  publicKey: Buffer | null
}

export const noHash: Buffer = Buffer.alloc(32)

// RFC 6962, 2.1: leaves and nodes are hashed with different prefixes, so that neither can pass for the other.
const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

/** Most hashed parts fit into this buffer, which avoids an allocation. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024)

function sha256(parts: readonly (string | Buffer)[], { withLengths = false } = {}): Buffer {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  const maxSize = parts.reduce((sum, part) => sum + 4 + 3 * part.length, 0)
  const bytes = maxSize <= scratch.length ? scratch : Buffer.allocUnsafeSlow(maxSize)
  let end = 0
  for (const [index, part] of parts.entries()) {
    const start = withLengths && index > 0 ? end + 4 : end
    const length = typeof part === 'string' ? bytes.write(part, start) : part.copy(bytes, start)
    if (start > end) bytes.writeUInt32BE(length, end)
    end = start + length
  }
  return hash('sha256', bytes.subarray(0, end), 'buffer')
}

/**
 * SHA-256 over the parts, each preceded by its length in bytes (32 bits, big-endian), so that no two lists of parts are
 * ambiguous.
 */
const hashParts = (prefix: string, parts: readonly (string | Buffer)[]): Buffer =>
  sha256([prefix, ...parts], { withLengths: true })

/** Digest of the stored bytes of an event without its position, so that a moved event is still recognized. */
export const digestOf = ({ id, stream, revision, type, data, metadata }: Omit<RecordedEvent, 'position'>): Buffer =>
  hashParts('event', [id, stream, String(revision), type, data, metadata])

const leafOf = ({ position, digest }: SealedEvent) => sha256([leafPrefix, hashParts('leaf', [position, digest])])

/**
 * RFC 6962, 2.1: the left subtree has the largest power of two below the count; an odd last node moves up unchanged.
 */
export const merkleRoot = (events: readonly SealedEvent[]): Buffer => rootOf(events.map(leafOf))

function rootOf(leaves: Buffer[]): Buffer {
  let level = leaves
  while (level.length > 1) {
    const above: Buffer[] = []
    for (let left = 0; left < level.length; left += 2) {
      const [a, b] = level.slice(left, left + 2)
      if (a === undefined) break
      above.push(b === undefined ? a : sha256([nodePrefix, a, b]))
    }
    level = above
  }
  return level[0] ?? noHash
}

const hashOf = ({ seq, events, root, previousHash, sealedAt, publicKey }: Omit<Seal, 'hash' | 'signature'>): Buffer =>
  hashParts('seal', [
    String(seq),
    events[0]?.position ?? '',
    events.at(-1)?.position ?? '',
    String(events.length),
    root,
    previousHash,
    sealedAt,
    ...(publicKey === null ? [] : [publicKey]),
  ])

/** Events that are hashed in one turn of the event loop: requests do not wait for all of a seal, which takes 10 ms and more. */
const hashedAtOnce = 50

/**
 * The next link after `previous` (null: the first one). `announcesKey`: this signer’s key is in effect from here on.
 * Rejects when the signer fails.
 */
export async function createSeal(
  previous: Seal | null,
  recorded: readonly RecordedEvent[],
  sealedAt: string,
  signer: Signer,
  { announcesKey = false, signal }: { announcesKey?: boolean; signal?: AbortSignal } = {},
): Promise<Seal> {
  const events: SealedEvent[] = []
  const leaves: Buffer[] = []
  for (const event of recorded) {
    if (events.length > 0 && events.length % hashedAtOnce === 0) await nextTurn()
    const sealed = { position: event.position, digest: digestOf(event) }
    events.push(sealed)
    leaves.push(leafOf(sealed))
  }
  const body = {
    seq: (previous?.seq ?? 0) + 1,
    events,
    root: rootOf(leaves),
    previousHash: previous?.hash ?? noHash,
    sealedAt,
    publicKey: announcesKey ? toDer(signer.publicKey) : null,
  }
  const hash = hashOf(body)
  return { ...body, hash, signature: await signer.sign(hash, signal) }
}

/** The key that must have signed a seal: its own announcement, or else the one in effect before it. */
export const keyOf = (seal: Seal, inEffect: KeyObject): KeyObject | null =>
  seal.publicKey === null ? inEffect : fromDer(seal.publicKey)

/** The problem with a seal, on its own or as the link after `previous`; null when it is valid. */
export function sealError(seal: Seal, previous: Seal | null, inEffect: KeyObject): string | null {
  if (seal.seq !== (previous?.seq ?? 0) + 1) return `it follows seal ${previous?.seq ?? 0}`
  if (!seal.previousHash.equals(previous?.hash ?? noHash)) return 'it does not continue the seal before it'
  if (!seal.root.equals(merkleRoot(seal.events))) return 'its list of events was changed'
  if (!seal.hash.equals(hashOf(seal))) return 'its contents were changed'
  const publicKey = keyOf(seal, inEffect)
  if (publicKey === null) return 'the key that it announces cannot be read'
  if (!verify(null, seal.hash, publicKey, seal.signature)) return 'it was not signed by this key'
  return null
}

/** Equal in every stored byte, including positions and digests (which the hash covers through the root). */
export const isSameSeal = (a: Seal, b: Seal): boolean => a.hash.equals(b.hash) && a.signature.equals(b.signature)
