import { words } from '#own-campaign'
import { campaign } from './campaign.ts'
import { wordingHash } from './wording-hash.ts'

/** The mailing list, on the home page. */
export const signUp = words('signUp', {
  title: 'Hear it from us first',
  text: 'Dates, plans and ways to help, about twice a month. Unsubscribe anytime.',
})

/** Sentences that people read beside the other forms before they send them. */
export const formSentences = words('formSentences', {
  volunteers: 'Only our team sees what you write here. We’ll get in touch within a few days.',
  prayers: 'Your name, location and prayer are shown after review. Your email never is.',
  endorsements: 'Your name, title and words are shown after review.',
  rsvps: campaign.acknowledgments.rsvp
    ? 'We’ll send your confirmation and a link to cancel. Only our team sees it.'
    : 'We’ll email you if anything changes. Only our team sees it.',
  users: 'By creating an account, you agree to our Terms of Service and Privacy Policy.',
})

/** A sentence beside a form; the form sends its hash along, so that the log says which one the person read. */
export type FormNote = { text: string; hash: string }
const noted = (text: string): FormNote => ({ text, hash: wordingHash(text) })

/** By the topic of what the form sends. */
export const formNotes = {
  'email-signups': noted(signUp.text),
  volunteers: noted(formSentences.volunteers),
  prayers: noted(formSentences.prayers),
  endorsements: noted(formSentences.endorsements),
  rsvps: noted(formSentences.rsvps),
  users: noted(formSentences.users),
}
export type NotedForm = keyof typeof formNotes
