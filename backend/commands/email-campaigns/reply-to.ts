import { HttpProblem } from '../../kernel/http/problem.ts'

export type ReplyToTools = {
  emailCampaignSending: {
    /** One sentence about an address that replies must not go to; null when they may. */
    replyAddressProblem(replyTo: string | null): string | null
  }
}

/** Throws 400 beside the field. */
export function checkReplyTo({ emailCampaignSending }: ReplyToTools, replyTo: string | null): void {
  const message = emailCampaignSending.replyAddressProblem(replyTo)
  if (message !== null) throw new HttpProblem(400, message, { errors: [{ path: 'replyTo', message }] })
}
