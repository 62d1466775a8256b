import type { Suppression } from '../../records/mail.ts'

/** Why a person gets no campaign mail, as the log says it at this moment (commands/mail-consents/mail-suppressions.ts). */
export type CurrentSuppression = (subject: string) => Promise<Suppression | null>
