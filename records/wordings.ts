import { nullablePublicText, plain, publicText } from './fields.ts'

const generated = 'The program makes it.'

/** Words that the site showed: the sentence beside a form, or a page. The hash names them in what people send. */
export const wording = {
  wordingId: publicText(20, { label: 'Form or page', impersonal: generated }),
  hash: publicText(12, { label: 'Version', impersonal: generated }),
  text: publicText(100_000, { label: 'Words', impersonal: 'Words of the campaign, for the public.' }),
}

/** The words that a person read when they sent a form: its sentence, and the privacy page of that moment. */
export const agreement = {
  wordingId: wording.wordingId,
  hash: wording.hash,
  /** Null where the process that took the form serves no pages. */
  privacyHash: nullablePublicText(12, { label: 'Version of the privacy page', impersonal: generated }),
  agreedAt: plain('moment', 'Date'),
}
