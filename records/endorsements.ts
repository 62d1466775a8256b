import { blankText, email, text } from './fields.ts'

/** The words of a supporter about the candidate; everything but the address is published. */
export const endorsement = {
  name: text(100, { label: 'Name', erased: 'Erased', isFound: true }),
  email: email({ isFound: true }),
  title: blankText(200, { label: 'Title', isFound: true }),
  endorsementText: blankText(5000, { label: 'Endorsement', isFound: true }),
}
