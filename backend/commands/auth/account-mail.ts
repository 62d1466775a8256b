import type { ClientContext } from '../../identity/client-context.ts'

/** The mails of accounts; `to` is an address. Those that come back at once are sent behind the answer. */
export type AccountMail = {
  /** Somebody tried to register the address, or to move another account to it. */
  accountExists(to: string): void
  /** Rejects when the mail could not be handed over. `minutes`: how long the link is good. */
  magicLink(to: string, link: { token: string; next: string | undefined; minutes: number }): Promise<void>
  newSignIn(to: string, client: ClientContext & { at: Date }): void
  passwordChanged(to: string): void
  /** To the new address. Rejects when the mail could not be handed over. */
  confirmEmail(to: string, link: { token: string; minutes: number }): Promise<void>
  /** To the present address, before anything changes. */
  emailChangeAsked(to: string, newEmail: string): void
  secondFactorTurnedOn(to: string): void
  secondFactorTurnedOff(to: string): void
  recoveryCodeUsed(to: string, use: ClientContext & { at: Date; left: number }): void
  /** To the address that was left. */
  emailChanged(to: string, newEmail: string): void
}
