import { atom } from 'nanostores'
import type { PersonTopic } from '../../../contract/people.ts'

/** The open dialog about people: the person of this item, or a search for one; null: it is closed. */
export type OpenPerson = { topic: PersonTopic; id: number } | 'search' | null
export const $person = atom<OpenPerson>(null)

export const openPerson = (topic: PersonTopic, id: number) => $person.set({ topic, id })
export const openSearch = () => $person.set('search')
export const closePerson = () => $person.set(null)
