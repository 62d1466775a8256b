import type { ReportReason } from '../../contract/moderation.ts'

/** Faults that a reader can find with a post. */
export const reportReasons: { readonly [Reason in ReportReason]: string } = {
  harassment: 'It attacks or demeans a person',
  hate_speech: 'It demeans people for who they are',
  threats: 'It threatens someone',
  doxxing: 'It gives away private details',
  spam: 'It advertises something',
  off_topic: 'It has nothing to do with the campaign',
  other: 'Something else',
}
