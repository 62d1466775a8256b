import { atom } from 'nanostores'
import type { FoundPerson, findPeople, Person, readPerson } from '../../../contract/people.ts'
import { call, explain } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { $itemChanges } from './history.ts'
import { $person, type OpenPerson } from './person.ts'

type Failed = { status: 'failed'; message: string }
type Found = { status: 'loaded'; people: FoundPerson[]; isMore: boolean }
export type Results = { status: 'idle' } | { status: 'loading' } | Failed | Found
export type Shown = { status: 'loading' } | Failed | { status: 'loaded'; person: Person }

export const $words = atom('')
export const $results = atom<Results>({ status: 'idle' })
export const $shown = atom<Shown>({ status: 'loading' })
export const $isLoadingMore = atom(false)

const pause = 150 // ms after a letter
/** One letter finds almost everyone. */
const minLetters = 2

const failedBecause = (error: unknown): Failed => {
  const { title, description = '' } = explain(messages.people.failed, error)
  return { status: 'failed', message: `${title}. ${description}` }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Searches once the words have stood for a moment. */
export function searchFor(words: string): void {
  $words.set(words)
  clearTimeout(timer)
  const q = words.trim()
  if ([...q].length < minLetters) $results.set({ status: 'idle' })
  else timer = setTimeout(() => void search(q), pause)
}

export async function search(q = $words.get().trim()): Promise<void> {
  const isLatest = () => $words.get().trim() === q
  if ($results.get().status !== 'loaded') $results.set({ status: 'loading' })
  try {
    const found = await call<typeof findPeople>('GET', '/api/admin/people', { query: { q } })
    if (isLatest()) $results.set({ status: 'loaded', ...found })
  } catch (error) {
    if (isLatest()) $results.set(failedBecause(error))
  }
}

const pageSize = 50

const read = (params: Exclude<OpenPerson, string | null>, page: number) =>
  call<typeof readPerson>('GET', '/api/admin/people/:topic/:id', {
    params,
    query: { page: String(page), limit: String(pageSize) },
  })

export async function loadPerson(): Promise<void> {
  const open = $person.get()
  if (open === null || open === 'search') return
  $shown.set({ status: 'loading' })
  try {
    const person = await read(open, 1)
    if ($person.get() === open) $shown.set({ status: 'loaded', person })
  } catch (error) {
    if ($person.get() === open) $shown.set(failedBecause(error))
  }
}

/** Adds the next page of what happened. */
export async function loadEarlier(): Promise<void> {
  const open = $person.get()
  const shown = $shown.get()
  if (open === null || open === 'search' || shown.status !== 'loaded' || $isLoadingMore.get()) return
  $isLoadingMore.set(true)
  try {
    const { entries } = shown.person
    const { entries: earlier, total } = await read(open, Math.floor(entries.length / pageSize) + 1)
    if ($shown.get() === shown)
      $shown.set({ status: 'loaded', person: { ...shown.person, total, entries: [...entries, ...earlier] } })
  } catch (error) {
    if ($shown.get() === shown) $shown.set(failedBecause(error))
  } finally {
    $isLoadingMore.set(false)
  }
}

$person.subscribe(() => void loadPerson())
// The history dialog above it may restore or erase something that the panel shows.
$itemChanges.listen(() => void loadPerson())
