import type { EmailCampaignExplanation } from '../../contract/email-campaign-ledger.ts'
import { leftOutBecause } from '../../records/left-out-words.ts'
import { publicDate, publicDateAndTime } from './dates.ts'
import { segmentLooks } from './email-campaign-words.ts'
import { suppressionSentence } from './mail-suppressions.ts'

/** The answer to 'Why did this person get this?' in words. */
type Words = {
  verdict: string
  /** The rules that applied, each with what qualified the person. */
  reasons: { rule: string; facts: string[] }[]
  /** The outcome of the email, and the person’s later choices. */
  after: string[]
}

/** The person in question, and whether the email was one of the welcome series. */
export type Asked = { who: string; isWelcome: boolean }

export function explanationOf(explanation: EmailCampaignExplanation, asked: Asked): Words {
  const { rules } = explanation
  return {
    verdict: verdictOf(explanation, asked),
    reasons: rules.map(({ segmentId, version, sentence, qualifiedBy }) => ({
      rule: segmentId === null ? sentence : `${segmentLooks[segmentId].name} (rule version ${version}): ${sentence}`,
      facts: qualifiedBy.map(({ at, text }) => `${publicDate(at)}: ${text}`),
    })),
    after: [...outcomeOf(explanation), ...sinceOf(explanation)],
  }
}

function verdictOf({ verdict, leftOutBecause: reason }: EmailCampaignExplanation, { who, isWelcome }: Asked): string {
  switch (verdict) {
    case 'chosen':
      return isWelcome
        ? `${who} was chosen for this email of the welcome series:`
        : `${who} was chosen, because when the campaign was sent they were in:`
    case 'left-out':
      return `${who} was in a segment of this campaign, but was left out${leftOutBecause(reason)}.`
    case 'not-chosen':
      return isWelcome
        ? `${who} was not chosen for this email of the welcome series.`
        : `${who} was in none of the segments of this campaign when it was sent, so it did not go to them.`
    case 'unknown':
      return isWelcome
        ? `We don’t know ${who}.`
        : `We don’t know ${who}. If their data was erased, ask from the list of recipients.`
  }
}

function outcomeOf({ outcome }: EmailCampaignExplanation): string[] {
  if (outcome === null) return []
  const { status, detail, sentAt } = outcome
  switch (status) {
    case 'sent':
      return [sentAt === null ? 'The email was sent.' : `The email was accepted on ${publicDateAndTime(sentAt)}.`]
    case 'failed':
      return [`The email could not be delivered${detail === null ? '' : ` (${detail})`}.`]
    case 'skipped':
      return [`The email was not sent after all${leftOutBecause(detail)}.`]
    case 'waiting':
      return ['The email is still waiting to be sent.']
  }
}

function sinceOf({ since }: EmailCampaignExplanation): string[] {
  if (since === null) return []
  return [suppressionSentence(since.what, publicDate(since.at))]
}
