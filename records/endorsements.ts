import { blankText, email, text } from './fields.ts'

/** The public part of an endorsement, which staff may correct. */
export const endorsementWords = {
  name: text(100, { label: 'Name', erased: 'Erased', isFound: true }),
  title: blankText(200, { label: 'Title', isFound: true }),
  endorsementText: blankText(5000, { label: 'Endorsement', isFound: true }),
}

/** The words of a supporter about the candidate; everything but the address is published. */
export const endorsement = {
  name: endorsementWords.name,
  email: email({ isFound: true }),
  title: endorsementWords.title,
  endorsementText: endorsementWords.endorsementText,
}
