import { atom } from 'nanostores'

/** A passkey is being asked. */
export const $passkeyBusy = atom(false)
