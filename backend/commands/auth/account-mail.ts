import type { RoleOffer } from '../../../records/staff-sets.ts'
import type { ClientContext } from '../../identity/client-context.ts'
import type { ProviderName } from '../../identity/providers.ts'

/**
 * Account mail; `to` is an address. The methods without a promise send in the background, and an inbox that did not prove
 * its address gets few of them a day.
 */
export type AccountMail = {
  /** The owner of an address asked for the link to their email preferences. */
  preferencesLink(to: string, url: string): void
  /** The owner of an address asked for the link to what was sent in with it. */
  ownLink(to: string, url: string): void
  /** Another visitor tried to register the address, or to move another account to it. */
  accountExists(to: string): void
  /**
   * Rejects when the email could not be sent. `minutes`: how long the link is valid. `removesPassword`: the account has a
   * password and an address that its owner has not proved; signing in from another browser removes the password.
   */
  magicLink(
    to: string,
    link: { token: string; code: string; next: string | undefined; minutes: number; removesPassword: boolean },
  ): Promise<void>
  /** Rejects when the email could not be sent. `offer`: absent to become an admin. */
  adminInvitation(to: string, link: { token: string; hours: number; offer?: RoleOffer }): Promise<void>
  newSignIn(to: string, client: ClientContext & { at: Date }): void
  passwordChanged(to: string): void
  providerConnected(to: string, provider: ProviderName): void
  /** Sent to the new address. Rejects when the email could not be sent. */
  confirmEmail(to: string, link: { token: string; minutes: number }): Promise<void>
  /** Sent to the current address, before anything changes. */
  emailChangeAsked(to: string, newEmail: string): void
  passkeyAdded(to: string, passkey: { name: string } & ClientContext & { at: Date }): void
  passkeyRemoved(to: string, passkey: { name: string }): void
  secondFactorTurnedOn(to: string): void
  secondFactorTurnedOff(to: string): void
  recoveryCodeUsed(to: string, use: ClientContext & { at: Date; left: number }): void
  /** Notes that a notice is not sent, because this person switched such notices off. */
  switchedOff(to: string): Promise<void>
  /** Sent to the old address. `wasProven`: by its reader. */
  emailChanged(to: string, newEmail: string, account: { wasProven: boolean }): void
}
