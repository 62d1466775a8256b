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
import type { NotSentReason } from './mail-facts.ts'
import type { Mail, Mailer } from './mailer.ts'
import { ownLinkMail } from './own-link-template.ts'
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
  mayNotify,
  leaveOut,
}: {
  mailer: Pick<Mailer, 'send'>
  backgroundMailer: Pick<BackgroundMailer, 'post'>
  sender: () => Sender
  formatTime: (timestamp: string) => string
  /** True when a notice may go to this address: anyone can register an address that is not theirs. */
  mayNotify: (to: string) => Promise<boolean>
  /** Notes that a mail to this address is not sent. */
  leaveOut: (to: string, title: string, reason: NotSentReason) => Promise<void>
}) {
  const notify = (mail: Mail) =>
    backgroundMailer.post(mail, async () => {
      const may = await mayNotify(mail.to)
      if (!may) await leaveOut(mail.to, mail.subject, 'tooMany')
      return may
    })
  const detailsOf = ({ device, place, at }: SignInDetails) => ({
    device,
    place: placeText(place),
    when: formatTime(at.toISOString()),
  })
  return {
    switchedOff: (to: string) => leaveOut(to, 'A notice about ways to sign in', 'switchedOff'),
    preferencesLink: (to: string, url: string) => backgroundMailer.post(preferencesLinkMail(sender(), { to, url })),
    ownLink: (to: string, url: string) => backgroundMailer.post(ownLinkMail(sender(), { to, url })),
    accountExists: (to: string) => notify(accountExistsMail(sender(), to)),
    magicLink: (to: string, link: Parameters<typeof magicLinkMail>[2]) =>
      mailer.send(magicLinkMail(sender(), to, link)),
    adminInvitation: (to: string, link: Parameters<typeof adminInvitationMail>[2]) =>
      mailer.send(adminInvitationMail(sender(), to, link)),
    newSignIn: (to: string, moment: SignInDetails) => notify(newSignInMail(sender(), to, detailsOf(moment))),
    providerConnected: (to: string, provider: 'google' | 'facebook') =>
      notify(providerConnectedMail(sender(), to, providerNames[provider])),
    passwordChanged: (to: string) => notify(passwordChangedMail(sender(), to)),
    confirmEmail: (to: string, link: { token: string; minutes: number }) =>
      mailer.send(confirmEmailMail(sender(), to, link)),
    emailChangeAsked: (to: string, newEmail: string) => notify(emailChangeAskedMail(sender(), to, masked(newEmail))),
    emailChanged: (to: string, newEmail: string, { wasProven }: { wasProven: boolean }) => {
      const mail = emailChangedMail(sender(), to, masked(newEmail))
      // No account has this address any more, so only the caller can tell.
      if (wasProven) backgroundMailer.post(mail)
      else notify(mail)
    },
    passkeyAdded: (to: string, { name, ...moment }: SignInDetails & { name: string }) =>
      notify(passkeyAddedMail(sender(), to, { name, ...detailsOf(moment) })),
    passkeyRemoved: (to: string, { name }: { name: string }) => notify(passkeyRemovedMail(sender(), to, name)),
    secondFactorTurnedOn: (to: string) => notify(secondFactorTurnedOnMail(sender(), to)),
    secondFactorTurnedOff: (to: string) => notify(secondFactorTurnedOffMail(sender(), to)),
    recoveryCodeUsed: (to: string, { left, ...moment }: SignInDetails & { left: number }) =>
      notify(recoveryCodeUsedMail(sender(), to, { ...detailsOf(moment), left })),
  }
}
