import type { Sender } from './layout.ts'

/** Why a member of staff gets a mail. */
export const becauseOfTeam = ({ siteName }: Pick<Sender, 'siteName'>): string =>
  `You are receiving this message because you are on the team of ${siteName}.`
