import type { AccountMail } from '../../../backend/commands/auth/account-mail.ts'

type Kind = keyof AccountMail
export type SentMail = { kind: Kind; to: string; about: unknown }

/** Records mails instead of sending them. */
export function recordMail(): AccountMail & { sent: SentMail[] } {
  const sent: SentMail[] = []
  const keep =
    (kind: Kind) =>
    (to: string, about: unknown = null) =>
      void sent.push({ kind, to, about })
  const keepLater =
    (kind: Kind) =>
    async (to: string, about: unknown): Promise<void> =>
      void sent.push({ kind, to, about })
  return {
    sent,
    switchedOff: async () => {},
    preferencesLink: keep('preferencesLink'),
    ownLink: keep('ownLink'),
    accountExists: keep('accountExists'),
    magicLink: keepLater('magicLink'),
    adminInvitation: keepLater('adminInvitation'),
    newSignIn: keep('newSignIn'),
    passwordChanged: keep('passwordChanged'),
    providerConnected: keep('providerConnected'),
    confirmEmail: keepLater('confirmEmail'),
    emailChangeAsked: keep('emailChangeAsked'),
    emailChanged: keep('emailChanged'),
    passkeyAdded: keep('passkeyAdded'),
    passkeyRemoved: keep('passkeyRemoved'),
    secondFactorTurnedOn: keep('secondFactorTurnedOn'),
    secondFactorTurnedOff: keep('secondFactorTurnedOff'),
    recoveryCodeUsed: keep('recoveryCodeUsed'),
  }
}

/** The code in the last mail with a magic link to the address. */
export function mailedCode(sent: readonly SentMail[], to: string): string {
  const about = sent.findLast((mail) => mail.to === to && mail.kind === 'magicLink')?.about
  if (typeof about === 'object' && about !== null && 'code' in about && typeof about.code === 'string')
    return about.code
  throw new Error(`No code was mailed to ${to}.`)
}

/** The token of the last link mailed to the address. */
export function mailedToken(sent: readonly SentMail[], to: string): string {
  const about = sent.findLast(
    (mail) => mail.to === to && ['magicLink', 'confirmEmail', 'adminInvitation'].includes(mail.kind),
  )?.about
  if (typeof about === 'object' && about !== null && 'token' in about && typeof about.token === 'string')
    return about.token
  throw new Error(`No link was mailed to ${to}.`)
}
