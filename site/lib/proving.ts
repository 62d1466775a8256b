import { atom } from 'nanostores'

/** True when the browser is working on a proof, which may take some seconds. */
export const $isProving = atom(false)
