import {
  accountExistsMail,
  confirmEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  magicLinkMail,
  newSignInMail,
  passwordChangedMail,
} from './account-templates.ts'
import type { BackgroundMailer } from './background-mailer.ts'
import type { Sender } from './layout.ts'
import type { Mailer } from './mailer.ts'
import { recoveryCodeUsedMail, secondFactorTurnedOffMail, secondFactorTurnedOnMail } from './second-factor-templates.ts'

type Place = { city: string | null; region: string | null; country: string }
type Moment = { device: string; place: Place | null; at: Date }

/** 'r…@example.org': known to whoever chose it, and no address to be copied. */
const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1…')

const placeText = (place: Place | null) =>
  place === null
    ? 'from an unknown place'
    : `near ${[place.city, place.region, place.country].filter(Boolean).join(', ')}`

/**
 * Sends the letters of accounts. Those with a link are waited for, since without it nobody gets on; the others go along
 * and hold nobody up. `contact`: the campaign's address. `tellTime`: an ISO 8601 timestamp as people read it.
 */
export function createAccountMail({
  mailer,
  backgroundMailer,
  sender,
  contact,
  tellTime,
}: {
  mailer: Pick<Mailer, 'send'>
  backgroundMailer: Pick<BackgroundMailer, 'post'>
  sender: () => Sender
  contact: string
  tellTime: (timestamp: string) => string
}) {
  const told = ({ device, place, at }: Moment) => ({
    device,
    place: placeText(place),
    when: tellTime(at.toISOString()),
  })
  return {
    accountExists: (to: string) => backgroundMailer.post(accountExistsMail(sender(), to)),
    magicLink: (to: string, link: { token: string; next: string | undefined; minutes: number }) =>
      mailer.send(magicLinkMail(sender(), to, link)),
    newSignIn: (to: string, moment: Moment) => backgroundMailer.post(newSignInMail(sender(), to, told(moment))),
    passwordChanged: (to: string) => backgroundMailer.post(passwordChangedMail(sender(), to)),
    confirmEmail: (to: string, link: { token: string; minutes: number }) =>
      mailer.send(confirmEmailMail(sender(), to, link)),
    emailChangeAsked: (to: string, newEmail: string) =>
      backgroundMailer.post(emailChangeAskedMail(sender(), to, masked(newEmail))),
    emailChanged: (to: string, newEmail: string) =>
      backgroundMailer.post(emailChangedMail(sender(), to, masked(newEmail), contact)),
    secondFactorTurnedOn: (to: string) => backgroundMailer.post(secondFactorTurnedOnMail(sender(), to)),
    secondFactorTurnedOff: (to: string) => backgroundMailer.post(secondFactorTurnedOffMail(sender(), to)),
    recoveryCodeUsed: (to: string, { left, ...moment }: Moment & { left: number }) =>
      backgroundMailer.post(recoveryCodeUsedMail(sender(), to, { ...told(moment), left })),
  }
}
