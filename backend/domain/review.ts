import { DomainError } from '../kernel/eventlog/decider.ts'

type Status = 'pending' | 'approved' | 'rejected' | 'deleted'
/** Something a visitor sent in, which the site shows once an admin has approved it. `words`: what is published of it. */
export type Reviewed<Words = unknown> = { status: 'unknown' } | Known<Words>
type Known<Words> = { status: Status; subject: string; words: Words }

export const moved = <Words>(item: Reviewed<Words>, status: Status): Reviewed<Words> =>
  item.status === 'unknown' ? item : { ...item, status }

export const reworded = <Words>(item: Reviewed<Words>, words: Words): Reviewed<Words> =>
  item.status === 'unknown' ? item : { ...item, words }

/** The rules for such items, called 'prayer' or the like: each says whether a decision changes anything. */
export function reviewOf(noun: string) {
  const notFound = () => new DomainError('not_found', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found.`)
  const isDeleted = (item: Reviewed) => {
    if (item.status === 'unknown') throw notFound()
    return item.status === 'deleted'
  }
  return {
    requireNew(item: Reviewed): void {
      if (item.status !== 'unknown') throw new DomainError('conflict', `This ${noun} was already submitted.`)
    },
    approves(item: Reviewed): boolean {
      if (isDeleted(item)) throw notFound()
      return item.status !== 'approved'
    },
    /** The person who sent it in; null: it is rejected already. */
    rejects(item: Reviewed): { subject: string } | null {
      if (item.status === 'unknown' || item.status === 'deleted') throw notFound()
      if (item.status === 'approved')
        throw new DomainError('conflict', `This ${noun} is already approved. Delete it to take it off the site.`)
      return item.status === 'rejected' ? null : { subject: item.subject }
    },
    /** The item, for a correction of its words by staff; a deleted one has none. */
    corrects<Words>(item: Reviewed<Words>): Known<Words> {
      if (item.status === 'unknown' || item.status === 'deleted') throw notFound()
      return item
    },
    deletes: (item: Reviewed): boolean => !isDeleted(item),
    restores: isDeleted,
  }
}
