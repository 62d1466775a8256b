import { isFinalBounce } from '../../records/mail.ts'
import type { ModerationPolicyEvent } from '../domain/forum/moderation-policy.ts'
import type {
  ComplaintLiftReason,
  LiftReason,
  ListedReason,
  MailConsentEvent,
} from '../domain/mail/mail-consent-events.ts'
import type { WelcomeMail, WelcomeSeriesEvent } from '../domain/mail/welcome-series.ts'
import type { Allele, Gene } from '../domain/page-variations/gene-pool.ts'
import type { PopulationEvent } from '../domain/page-variations/page-variations.ts'
import type { Value } from '../kernel/projector/projection.ts'
import type { DomainEvent } from '../topics/index.ts'

type Fields = { [field: string]: Value }
type Told =
  | MailConsentEvent
  | ModerationPolicyEvent
  | WelcomeSeriesEvent
  | Extract<PopulationEvent, { type: 'FitnessChanged' | 'GenePoolChanged' }>

const listedAs = { none: 'Unsubscribed', bounced: 'Bounced', complained: 'Complained' } as const satisfies {
  [Reason in ListedReason | 'none']: string
}

const words: { [Type in Told['type']]: (data: Extract<Told, { type: Type }>['data']) => Fields } = {
  MailUnsubscribed: ({ campaignId, source }) => ({
    campaignEmail: source === undefined ? 'Unsubscribed' : `Unsubscribed (${source})`,
    campaignId,
  }),
  MailBounceLifted: ({ reason }) => ({ campaignEmail: 'On', bounce: `lifted: ${liftReasons[reason]}` }),
  MailAskedForAgain: () => ({ signedUpAgain: true }),
  MailConsentRenewed: () => ({ campaignEmail: 'On (asked for it by email)', isAddressConfirmed: true }),
  MailResubscribed: ({ campaignId }) => ({ campaignEmail: 'On', campaignId }),
  MailBounced: ({ kind, code, campaignId, softInARow }) => ({
    ...(isFinalBounce({ kind, softInARow }) && { campaignEmail: 'Bounced' }),
    bounce: `${kind}, ${code}`,
    campaignId,
  }),
  MailComplained: ({ campaignId }) => ({ campaignEmail: 'Complained', campaignId }),
  MailComplaintHeld: ({ campaignId }) => ({ complaint: 'waits for staff', campaignId }),
  MailComplaintLifted: ({ reason }) => ({ campaignEmail: 'On', complaint: `lifted: ${complaintReasons[reason]}` }),
  MailChoicesChanged: ({ subject: _, ...choices }) => choices,
  MailOptOutImported: ({ reason }) => ({ campaignEmail: `${listedAs[reason ?? 'none']} (from a file)` }),
  MailOptOutWithdrawn: () => ({ campaignEmail: 'On (import undone)' }),
  MailAddressConfirmed: () => ({ isAddressConfirmed: true }),
  MailAddressMoved: () => ({ earlierAddress: 'followed to this one' }),
  ModerationPolicyChanged: ({ thresholds, model }) => ({ thresholds, model: model ?? 'bundled' }),
  ModerationModelAdded: ({ model }) => ({ [`model ${model}`]: 'added' }),
  ModerationModelRemoved: ({ model }) => ({ [`model ${model}`]: 'removed' }),
  FitnessChanged: ({ weights: { donation, volunteer, time }, timeCap }) => ({
    donationWeight: donation,
    volunteerWeight: volunteer,
    timeWeight: time,
    timeUpTo: `${timeCap / 1000} s`,
  }),
  GenePoolChanged: ({ alleles }) =>
    Object.fromEntries(
      Object.entries(geneFields).map(([gene, field]) => [
        field,
        alleles.filter((allele) => allele.gene === gene).map(alleleWords),
      ]),
    ),
  WelcomeSeriesChanged: ({ isOn, mails }) => ({ isOn, emails: mails.map(mailWords) }),
}

const liftReasons: { [Reason in LiftReason]: string } = {
  'works again': 'the mailbox works again',
  'blocked us': 'their provider blocked our mail',
  mistake: 'the report was a mistake',
}

const complaintReasons: { [Reason in ComplaintLiftReason]: string } = {
  'not theirs': 'it did not come from them',
  mistake: 'they clicked by mistake',
  'wants mail': 'they told us that they want our mail',
}

const geneFields: { [Key in Gene]: string } = {
  headline: 'headlines',
  issueFocus: 'issueFocuses',
  buttonColor: 'buttonSchemes',
  layout: 'layouts',
}

const alleleStates: { [Key in Allele['status']]: string } = { approved: 'on', proposed: 'off', retired: 'retired' }

const alleleWords = ({ text, description, status }: Allele) =>
  `${text}${description === null ? '' : `: ${description}`} (${alleleStates[status]})`

const mailWords = ({ afterHours, subject, preheader, body }: WelcomeMail) =>
  [`After ${afterHours} hours: ${subject}`, preheader, body].filter(Boolean).join('\n')

/**
 * The text in the history for a changed setting or a decision about mail, in place of the event’s data; null for all
 * other events, whose data is shown.
 */
export function historyWords({ type, data }: DomainEvent): Fields | null {
  const tell = (words as { [type: string]: ((data: object) => Fields) | undefined })[type]
  return tell?.(data) ?? null
}
