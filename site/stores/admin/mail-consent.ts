import { atom } from 'nanostores'
import type { MailSuppression } from '../../../contract/mail-consents.ts'

type Reload = { reload: () => unknown }
/** An address about which an admin decides. */
export type AddressTarget = { email: string; mailSuppression: MailSuppression | null } & Reload
/** Or one that is still to be found, or everyone who was hit by a block. */
export type MailTarget = AddressTarget | ({ about: 'anyone' | 'block' } & Reload)

/** Subject of the dialog about campaign mail; null while it is closed. */
export const $mailTarget = atom<MailTarget | null>(null)
