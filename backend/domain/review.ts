import { DomainError } from '../kernel/eventlog/decider.ts'

type Status = 'pending' | 'approved' | 'rejected' | 'deleted' | 'withdrawn'
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
  /** Staff decide nothing about words that their author took back. */
  const requireOffered = (item: Reviewed) => {
    if (item.status === 'withdrawn') throw new DomainError('conflict', `The person who sent this ${noun} withdrew it.`)
  }
  const ownItem = <Words>(item: Reviewed<Words>, author: string): Known<Words> => {
    if (item.status === 'unknown' || item.status === 'deleted' || item.subject !== author) throw notFound()
    return item
  }
  return {
    requireNew(item: Reviewed): void {
      if (item.status !== 'unknown') throw new DomainError('conflict', `This ${noun} was already submitted.`)
    },
    approves(item: Reviewed): boolean {
      if (isDeleted(item)) throw notFound()
      requireOffered(item)
      return item.status !== 'approved'
    },
    /** The person who sent it in; null: it is rejected already. */
    rejects(item: Reviewed): { subject: string } | null {
      if (item.status === 'unknown' || item.status === 'deleted') throw notFound()
      requireOffered(item)
      if (item.status === 'approved')
        throw new DomainError('conflict', `This ${noun} is already approved. Delete it to take it off the site.`)
      return item.status === 'rejected' ? null : { subject: item.subject }
    },
    /** The item, for a correction of its words by staff; a deleted one has none. */
    corrects<Words>(item: Reviewed<Words>): Known<Words> {
      if (item.status === 'unknown' || item.status === 'deleted') throw notFound()
      requireOffered(item)
      return item
    },
    /** A withdrawn one is off the site already, and a restoration would publish it against the will of its author. */
    deletes(item: Reviewed): boolean {
      requireOffered(item)
      return !isDeleted(item)
    },
    restores: isDeleted,
    /** For the subject who sent it in: anyone else gets 'not_found'. */
    withdraws: (item: Reviewed, author: string): boolean => ownItem(item, author).status !== 'withdrawn',
    /** The item, for a correction by the subject who sent it in, after which it waits for review again. */
    correctsOwn<Words>(item: Reviewed<Words>, author: string): Known<Words> {
      const own = ownItem(item, author)
      if (own.status === 'withdrawn')
        throw new DomainError('conflict', `You withdrew this ${noun}. You can send a new one.`)
      return own
    },
  }
}
