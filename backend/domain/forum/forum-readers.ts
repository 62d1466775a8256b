import { day } from '../../../records/durations.ts'
import { inboxOf } from '../mail/inboxes.ts'

/** Known facts about a reader who reported a post, at the time of a decision about it. */
export type Reader = {
  subject: string
  email: string
  /** From where they reported; equal for all addresses of one network. */
  network: string
  /** Banned or deactivated. */
  isOut: boolean
  /** ISO 8601. */
  joinedAt: string
  hasPublicPost: boolean
  /** Outcomes of their latest reports about any post, the latest first. */
  outcomes: readonly ('kept' | 'removed')[]
}

/** `readers`: everyone who reported it; a report of a reader who is not among them does not count. */
export type Known = { readers: readonly Reader[]; isByStaff: boolean; at: string }

/** An account that is younger counts once it has a post that stands. */
const settledAfter = day
/** A reader whose latest reports were all turned down hides nothing. */
const turnedDownInARow = 3

const isHeard = (reader: Reader, at: string): boolean => {
  const latest = reader.outcomes.slice(0, turnedDownInARow)
  return (
    !reader.isOut &&
    (reader.hasPublicPost || Date.parse(at) - Date.parse(reader.joinedAt) >= settledAfter) &&
    !(latest.length === turnedDownInARow && latest.every((outcome) => outcome === 'kept'))
  )
}

/** The number of these readers that are surely different people: no two of them share an inbox or a network. */
export function peopleAmong(readers: readonly Reader[], at: string): number {
  const inboxes = new Set<string>()
  const networks = new Set<string>()
  for (const reader of readers) {
    const inbox = inboxOf(reader.email)
    if (!isHeard(reader, at) || inboxes.has(inbox) || networks.has(reader.network)) continue
    inboxes.add(inbox)
    networks.add(reader.network)
  }
  return inboxes.size
}
