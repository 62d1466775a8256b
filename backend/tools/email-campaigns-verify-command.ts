import { mailPurpose, segmentId } from '../../contract/email-segments.ts'
import type { EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import { emailCampaignStream } from '../domain/mail/email-campaigns.ts'
import type { RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { SegmentChoice } from '../read-model/email-segments.ts'
import { segmentAt } from './segment-at.ts'

type Tools = Omit<Parameters<typeof segmentAt>[0], 'decode'> & {
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<EmailCampaignEvent>[]>
  print(line: string): void
}

/**
 * `npm run campaigns:verify -- 7`: evaluates the rules of a sent email campaign again, from the log up to the position
 * in its ledger, and compares the chosen people. Returns the exit code: 0 the same, 1 different, 2 undecidable.
 */
export async function verifyEmailCampaign(args: readonly string[], tools: Tools): Promise<0 | 1 | 2> {
  const { log, decode, print } = tools
  const [id = ''] = args
  if (!/^[1-9]\d{0,9}$/.test(id)) {
    print('Usage: npm run campaigns:verify -- <number of the campaign>')
    return 2
  }
  const events = await decode(await log.readStream(emailCampaignStream(Number(id))))
  const sent = events.find((event) => event.type === 'CampaignSent')
  if (!sent) {
    print(`Campaign ${id} was not sent.`)
    return 2
  }
  const { rules, evaluatedAt, purpose, obeys, confirmedOptIn, position, recipients, recipientsHash } = sent.data
  const choice: SegmentChoice = {
    rules: rules.map((rule) => ({ segmentId: segmentId.parse(rule.segmentId), version: rule.version })),
    at: evaluatedAt,
    purpose: mailPurpose.parse(purpose),
    obeys: mailPurpose.array().parse(obeys),
    confirmedOptIn,
  }
  const { hash, chosen } = await segmentAt(tools, position === '' ? null : position, choice)
  const isSame = hash === recipientsHash && chosen === recipients
  print(
    isSame
      ? `Campaign ${id} went to the ${recipients} people chosen by its rules at position ${position}.`
      : `Campaign ${id} does not match: its ledger has ${recipients} people (${recipientsHash}), the log chooses ${chosen} (${hash}).`,
  )
  return isSame ? 0 : 1
}
