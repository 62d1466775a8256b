import { atom } from 'nanostores'

/** The lists to which staff add people by hand. */
export type EntryKind = 'emails' | 'volunteers' | 'prayers' | 'endorsements' | 'guests' | 'donations'
/** `eventId`: of guests. `isSheet`: many people, one row each. */
export type EntryTarget = { kind: EntryKind; reload: () => unknown; eventId?: number; isSheet?: boolean }

/** The list of the open dialog; null while it is closed. */
export const $entry = atom<EntryTarget | null>(null)
