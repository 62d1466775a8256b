import type { NewEvent, Position, RecordedEvent } from '../event-log.ts'

/** A position in $all, with both parts that EventStoreDB uses. */
type AllPosition = { commit: bigint; prepare: bigint }

/** As numbers, or as the protocol writes them. */
export const formatPosition = ({ commit, prepare }: AllPosition | { commit: string; prepare: string }): Position =>
  `${commit}/${prepare}`

export function parsePosition(position: Position): AllPosition {
  const [commit = '', prepare = ''] = position.split('/')
  return { commit: BigInt(commit), prepare: BigInt(prepare) }
}

/** Both parts in the range of the protocol's numbers. */
export const isAllPosition = (text: string): boolean => /^(?:0|[1-9]\d{0,17})\/(?:0|[1-9]\d{0,17})$/.test(text)

/** For digits without leading zeros, the longer number is the larger one. */
const compareDigits = (a: string, b: string) => a.length - b.length || Number(a > b) - Number(a < b)

export function comparePositions(a: Position, b: Position): number {
  if (a === b) return 0
  const [left, right] = [a.split('/'), b.split('/')]
  return compareDigits(left[0] ?? '', right[0] ?? '') || compareDigits(left[1] ?? '', right[1] ?? '')
}

/** The recorded events that have the ids of these events. */
export const eventsWithSameIds = (recorded: readonly RecordedEvent[], events: readonly NewEvent[]): RecordedEvent[] =>
  recorded.filter(({ id }) => events.some((event) => event.id === id))
