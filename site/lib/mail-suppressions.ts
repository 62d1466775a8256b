import type { EmailCampaignExplanation } from '../../contract/email-campaign-ledger.ts'

const words: { [What in NonNullable<EmailCampaignExplanation['since']>['what']]: string } = {
  erased: 'They were erased',
  unsubscribed: 'They unsubscribed',
  bounced: 'Their address bounced',
  complained: 'They marked an email as spam',
}

/** Why a person gets no campaign email; `day`: since when, such as 'Aug 1, 2025'. */
export const suppressionSentence = (what: keyof typeof words, day: string): string =>
  `${words[what]} on ${day}, so they get no campaign mail.`
