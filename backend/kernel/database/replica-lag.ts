/** A place in the write-ahead log, as the number of bytes before it. */
export type WalPosition = number

/** Seconds; a list may be so old, unless its reader has changed something since. */
export const maxBehind = 5
const remembered = 2 * maxBehind // places of the primary, one for each probe

export const tooOld = `The read replica is more than ${maxBehind} s behind.`

/** Tells how far a replica is behind from when the primary was where the replica is now. Times are in ms. */
export function createReplicaLag() {
  let replica: WalPosition = 0
  /** Oldest first. */
  let passed: { position: WalPosition; at: number }[] = []
  let behind: number | null = null

  /** Seconds since the primary was where the replica is, rounded up to a probe; null: before all that is remembered. */
  function age(at: number): number | null {
    if (passed.every((place) => place.position <= replica)) return 0
    const shown = passed.findLast((place) => place.position <= replica)
    return shown ? (at - shown.at) / 1000 : null
  }

  /** One sentence; null: it is at most `maxBehind` seconds behind. */
  function problem(): string | null {
    if (behind !== null) return behind > maxBehind ? tooOld : null
    return passed.length < remembered ? 'The read replica is catching up.' : tooOld
  }

  return {
    primaryWasAt(position: WalPosition, at: number): void {
      passed = [...passed, { position, at }].slice(-remembered)
    },
    replicaIsAt(position: WalPosition, at: number): void {
      replica = position
      behind = age(at)
    },
    /** Since it was probed. */
    hasReached(position: WalPosition): void {
      replica = Math.max(replica, position)
    },
    hasReplayed: (position: WalPosition) => replica >= position,
    /** It does not answer. */
    forget(): void {
      behind = null
    },
    seconds: () => behind,
    problem,
  }
}
