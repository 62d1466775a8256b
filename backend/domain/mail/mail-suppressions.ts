import { isFinalBounce, type Suppression } from '../../../records/mail.ts'
import type { ListedReason, MailConsentEvent } from './mail-consent-events.ts'

type Reason = Suppression['reason']

/**
 * The strictest reason first. Several may hold; the first counts, so that the person’s own choice comes before the reply of a
 * mail server.
 */
export const suppressionOrder = ['complained', 'unsubscribed', 'bounced'] as const satisfies readonly Reason[]

export const isStricter = (reason: Reason, than: Reason): boolean =>
  suppressionOrder.indexOf(reason) < suppressionOrder.indexOf(than)

type Since = { at: string; campaignId: number | null }
type Listed = Since & { importId: string }
/** Everything that stops the mail to one person. `listed`: lists that staff imported say so. */
export type Suppressions = {
  readonly own: { readonly [_ in Reason]?: Since | undefined }
  readonly listed: { readonly [_ in Reason]?: Listed | undefined }
}
export const noSuppressions: Suppressions = { own: {}, listed: {} }

type Cause = { reason: Reason; isListed: boolean }
/** Effect of an event on them. `importId`: of the list that says so. */
type SuppressionChange = {
  begins?: Cause & Since & { importId?: string }
  ends: readonly Cause[]
}

const own = (reason: Reason, { at, campaignId }: Since): SuppressionChange => ({
  begins: { reason, isListed: false, at, campaignId },
  ends: [],
})
const both = (...reasons: readonly Reason[]): SuppressionChange => ({
  ends: reasons.flatMap((reason) => [
    { reason, isListed: false },
    { reason, isListed: true },
  ]),
})
const listedAs = (reason: ListedReason | undefined): Cause => ({ reason: reason ?? 'unsubscribed', isListed: true })

/** The one rule by which an event stops mail or lets it go on: the stream and the read tables both follow it. */
export function suppressionChange(event: MailConsentEvent): SuppressionChange {
  switch (event.type) {
    case 'MailUnsubscribed':
      return own('unsubscribed', event.data)
    case 'MailComplained':
      return own('complained', event.data)
    case 'MailBounced':
      return isFinalBounce(event.data) ? own('bounced', event.data) : both()
    case 'MailOptOutImported': {
      const { reason, at, importId } = event.data
      return { begins: { ...listedAs(reason), at, campaignId: null, importId }, ends: [] }
    }
    case 'MailOptOutWithdrawn':
      return { ends: [listedAs(event.data.reason)] }
    case 'MailComplaintLifted':
      return both('complained')
    case 'MailBounceLifted':
      return both('bounced')
    // A person who wants mail again reads the mailbox, so it works.
    case 'MailResubscribed':
    case 'MailConsentRenewed':
      return both(...suppressionOrder)
    case 'MailAskedForAgain':
    case 'MailComplaintHeld':
    case 'MailChoicesChanged':
    case 'MailAddressConfirmed':
    case 'MailAddressMoved':
      return both()
  }
}

export function suppressionsAfter(before: Suppressions, event: MailConsentEvent): Suppressions {
  const { begins, ends } = suppressionChange(event)
  const gone = (isListed: boolean) =>
    Object.fromEntries(ends.filter((one) => one.isListed === isListed).map(({ reason }) => [reason, undefined]))
  const after = { own: { ...before.own, ...gone(false) }, listed: { ...before.listed, ...gone(true) } }
  if (!begins) return after
  const { reason, at, campaignId, importId } = begins
  return importId === undefined
    ? { ...after, own: { ...after.own, [reason]: { at, campaignId } } }
    : { ...after, listed: { ...after.listed, [reason]: { at, campaignId, importId } } }
}

function firstOf(reasons: readonly Reason[], { own, listed }: Suppressions): Suppression | null {
  for (const reason of reasons) {
    const since = own[reason] ?? listed[reason]
    if (since) return { reason, at: since.at, campaignId: since.campaignId }
  }
  return null
}

/** The one that counts. */
export const suppressionIn = (suppressions: Suppressions): Suppression | null => firstOf(suppressionOrder, suppressions)

/** Wish that the person stated, here or elsewhere, and not their mail server. */
export const wishIn = (suppressions: Suppressions): Suppression | null =>
  firstOf(
    suppressionOrder.filter((reason) => reason !== 'bounced'),
    suppressions,
  )

/** Statements of this list about the person. */
export const listedBy = (importId: string, { listed }: Suppressions): { reason?: ListedReason }[] =>
  suppressionOrder
    .filter((reason) => listed[reason]?.importId === importId)
    .map((reason) => (reason === 'unsubscribed' ? {} : { reason }))
