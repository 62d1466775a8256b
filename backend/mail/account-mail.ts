import {
  accountExistsMail,
  adminInvitationMail,
  confirmEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  magicLinkMail,
  newSignInMail,
  passwordChangedMail,
  providerConnectedMail,
} from './account-templates.ts'
import type { BackgroundMailer } from './background-mailer.ts'
import type { Sender } from './layout.ts'
import type { Mailer } from './mailer.ts'
import { passkeyAddedMail, passkeyRemovedMail } from './passkey-templates.ts'
import { preferencesLinkMail } from './preferences-link-template.ts'
import { recoveryCodeUsedMail, secondFactorTurnedOffMail, secondFactorTurnedOnMail } from './second-factor-templates.ts'

const providerNames = { google: 'Google', facebook: 'Facebook' }

type Place = { city: string | null; region: string | null; country: string }
type SignInDetails = { device: string; place: Place | null; at: Date }

/** 'r…@example.org': recognizable to its owner, but useless to anyone else. */
const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1…')

const placeText = (place: Place | null) =>
  place === null
    ? 'from an unknown location'
    : `near ${[place.city, place.region, place.country].filter(Boolean).join(', ')}`

/**
 * Sends the emails about accounts. Those with a link are awaited, because the person cannot continue without it; the
 * others are sent in the background. `formatTime`: formats an ISO 8601 timestamp for people.
 */
export function createAccountMail({
  mailer,
  backgroundMailer,
  sender,
  formatTime,
}: {
  mailer: Pick<Mailer, 'send'>
  backgroundMailer: Pick<BackgroundMailer, 'post'>
  sender: () => Sender
  formatTime: (timestamp: string) => string
}) {
  const detailsOf = ({ device, place, at }: SignInDetails) => ({
    device,
    place: placeText(place),
    when: formatTime(at.toISOString()),
  })
  return {
    preferencesLink: (to: string, url: string) => backgroundMailer.post(preferencesLinkMail(sender(), { to, url })),
    accountExists: (to: string) => backgroundMailer.post(accountExistsMail(sender(), to)),
    magicLink: (to: string, link: { token: string; code: string; next: string | undefined; minutes: number }) =>
      mailer.send(magicLinkMail(sender(), to, link)),
    adminInvitation: (to: string, link: { token: string; hours: number }) =>
      mailer.send(adminInvitationMail(sender(), to, link)),
    newSignIn: (to: string, moment: SignInDetails) =>
      backgroundMailer.post(newSignInMail(sender(), to, detailsOf(moment))),
    providerConnected: (to: string, provider: 'google' | 'facebook') =>
      backgroundMailer.post(providerConnectedMail(sender(), to, providerNames[provider])),
    passwordChanged: (to: string) => backgroundMailer.post(passwordChangedMail(sender(), to)),
    confirmEmail: (to: string, link: { token: string; minutes: number }) =>
      mailer.send(confirmEmailMail(sender(), to, link)),
    emailChangeAsked: (to: string, newEmail: string) =>
      backgroundMailer.post(emailChangeAskedMail(sender(), to, masked(newEmail))),
    emailChanged: (to: string, newEmail: string) =>
      backgroundMailer.post(emailChangedMail(sender(), to, masked(newEmail))),
    passkeyAdded: (to: string, { name, ...moment }: SignInDetails & { name: string }) =>
      backgroundMailer.post(passkeyAddedMail(sender(), to, { name, ...detailsOf(moment) })),
    passkeyRemoved: (to: string, { name }: { name: string }) =>
      backgroundMailer.post(passkeyRemovedMail(sender(), to, name)),
    secondFactorTurnedOn: (to: string) => backgroundMailer.post(secondFactorTurnedOnMail(sender(), to)),
    secondFactorTurnedOff: (to: string) => backgroundMailer.post(secondFactorTurnedOffMail(sender(), to)),
    recoveryCodeUsed: (to: string, { left, ...moment }: SignInDetails & { left: number }) =>
      backgroundMailer.post(recoveryCodeUsedMail(sender(), to, { ...detailsOf(moment), left })),
  }
}
