import { atom } from 'nanostores'
import type { Submission } from '../../../contract/profile.ts'
import { reviewedWords } from '../../../contract/topic-words.ts'

/** The token of the mailed link that opened the page; null for people who are signed in. */
export const $ownLink = atom<string | null>(null)

export type OwnAct = 'correct' | 'withdraw' | 'rename' | 'cancel'

/** The button that was pressed beside something that the person sent in; null while no dialog is open. */
export const $ownAct = atom<{ act: OwnAct; item: Submission } | null>(null)
export const closeOwnAct = () => $ownAct.set(null)

/** The reviewed topic of a kind of submissions; undefined for the others. */
export const reviewedTopicOf = (kind: string) => reviewedWords.find(({ item }) => item === kind)?.topic

/** The acts that the state of a submission allows, in the order of their buttons. */
export function ownActs({ kind, status, registration }: Submission): OwnAct[] {
  const isOffered = status === 'pending' || status === 'approved' || status === 'rejected'
  if (reviewedTopicOf(kind) && isOffered) return ['correct', 'withdraw']
  const hasPlace = status === 'confirmed' || status === 'waiting'
  return hasPlace && registration?.status === 'upcoming' ? ['rename', 'cancel'] : []
}
