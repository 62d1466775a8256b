import { campaignClock } from '../../../contract/campaign-event-times.ts'
import {
  type DonationDetails,
  donationKey,
  donationStream,
  donations,
  donorErased,
  equalGiftKey,
  seriesKey,
} from '../../domain/donations.ts'
import { donationsByStream, type KnownDetails } from '../../read-model/donations.ts'
import { donationsPaidBy, refundKeysOf } from '../../read-model/imports.ts'
import type { ReadRow } from './import-files.ts'
import type { DonationRow } from './import-rows.ts'
import { type ImportTools, once, type PlannedRow, type Planner, refused, type Writing } from './planned-rows.ts'

/** A gift under a payment id: in the read model, or in a row before. */
type Gift = {
  stream: string
  day: string
  line: number | null
  amount: number
  left: number
  /** What a row of this file said about it. */
  text: string | null
  /** The keys of its refunds. */
  refunds: Set<string>
  isErased: boolean
}

const dayOf = (at: string) => campaignClock.dateAt(new Date(at))

const detailsOf = ({ day: _, refundedAt: __, ...details }: DonationRow): DonationDetails => details

function changedColumns(known: KnownDetails, { donatedAt, ...details }: DonationDetails): string[] {
  const after = new Map<string, unknown>(Object.entries({ ...details, createdAt: donatedAt }))
  return Object.entries(known).flatMap(([name, before]) =>
    after.has(name) && after.get(name) !== before ? [name] : [],
  )
}

/** What identifies a refund: its day and amount, as no platform numbers it in every file. */
const refundKey = (at: string, amount: number) => `${dayOf(at)} ${amount}`

/**
 * Donations and refunds. A gift is known by its payment id and day, or else by who gave how much and when. `sharedIds`: the
 * payment ids that several rows of the file have; what is known of the others is forgotten after their part of the file.
 */
export function donationPlanner(tools: ImportTools, sharedIds: ReadonlySet<string>): Planner<DonationRow> {
  const { knex, subjects, handle, nextId } = tools
  const gifts = new Map<string, Gift[]>()
  const equals = new Map<string, number>()
  const streamOf = (key: string) => donationStream(subjects.emailHash(Buffer.from(key).toString('hex')))

  function giftOf(stream: string, details: DonationDetails, isNew: boolean) {
    const prepare = once(() => Promise.all([nextId('donation'), subjects.forEmail(details.email)]))
    return {
      prepare,
      async write({ context }: Writing) {
        const [donationId, subject] = await prepare()
        const command = { type: 'ImportDonation', data: { donationId, subject, ...details } } as const
        return (await handle(donations, stream, command, context, { isNew })).position
      },
    }
  }

  async function refund(stream: string, amount: number, refundedAt: string, { also }: Writing) {
    const data = { refundKey: refundKey(refundedAt, amount), amount, refundedAt }
    return (await handle(donations, stream, { type: 'RefundDonation', data }, also)).position
  }

  /** Looks up the payment ids of these rows that were not looked up before. */
  async function learnGifts(rows: readonly DonationRow[]): Promise<void> {
    const ids = [...new Set(rows.flatMap(({ paymentId }) => paymentId ?? []))].filter((id) => !gifts.has(id))
    for (const id of ids) gifts.set(id, [])
    const known = await donationsPaidBy(knex, ids)
    const refunds = await refundKeysOf(
      knex,
      known.map(({ id }) => id),
    )
    for (const { paymentId, createdAt, id, stream, amount, left, isErased } of known)
      gifts.get(paymentId)?.push({
        stream,
        day: dayOf(createdAt),
        line: null,
        amount,
        left,
        text: null,
        refunds: refunds.get(id) ?? new Set(),
        isErased,
      })
  }

  function forget(rows: readonly DonationRow[]): void {
    for (const { paymentId } of rows) if (paymentId !== null && !sharedIds.has(paymentId)) gifts.delete(paymentId)
  }

  /** The stream of a row's gift: that of the same payment and day, or a new one. */
  function streamFor(row: DonationRow): { stream: string; gift: Gift | undefined } {
    const { paymentId } = row
    if (paymentId === null) {
      const nth = (equals.get(donationKey(row)) ?? 0) + 1
      equals.set(donationKey(row), nth)
      return { stream: streamOf(equalGiftKey(row, nth)), gift: undefined }
    }
    const paid = gifts.get(paymentId) ?? []
    const gift = paid.find(({ day }) => day === row.day)
    if (gift) return { stream: gift.stream, gift }
    return { stream: streamOf(paid.length === 0 ? donationKey(row) : seriesKey(paymentId, row.day)), gift }
  }

  /** The gift that a refund is of: one of just this amount, else the latest from which so much is left. */
  function refundedGift(paymentId: string, amount: number): Gift | undefined {
    const enough = (gifts.get(paymentId) ?? []).filter(({ left, isErased }) => left >= amount && !isErased)
    return enough.find((gift) => gift.left === amount) ?? enough[0]
  }

  function planRefund(line: number, row: DonationRow, amount: number, at: string): PlannedRow | null {
    if (row.paymentId === null) return refused(line, 'paymentId: A refund needs the payment ID of its donation.')
    const key = refundKey(at, amount)
    const paid = gifts.get(row.paymentId) ?? []
    if (paid.some(({ refunds }) => refunds.has(key))) return { line, kind: 'repeated' }
    if (paid.length === 0) return null
    const gift = refundedGift(row.paymentId, amount)
    if (!gift) return refused(line, 'amount: More would be refunded than was given.')
    gift.left -= amount
    gift.refunds.add(key)
    const { stream } = gift
    return { line, kind: 'refunded', amount, stream, write: (writing) => refund(stream, amount, at, writing) }
  }

  return async (rows) => {
    const read = rows.flatMap((row) => ('details' in row ? [row.details] : []))
    await learnGifts(read)
    const erased = await subjects.erasedAmong(read.map(({ email }) => email))
    const settled = rows.map((row) => plan(row, erased))
    const wanted = settled.flatMap((row) => ('details' in row ? [row.stream] : []))
    const known = wanted.length === 0 ? new Map<string, KnownDetails>() : await donationsByStream(knex, wanted)
    forget(read)
    return settled.map((row) => ('details' in row ? compare(row, known.get(row.stream)) : row))
  }

  type Candidate = { line: number; stream: string; details: DonationDetails; refundAt: string | null }

  function plan(row: ReadRow<DonationRow>, erased: ReadonlySet<string>): PlannedRow | Candidate {
    const { line } = row
    if ('reasons' in row) return refused(line, ...row.reasons)
    const { details: given } = row
    if (erased.has(given.email)) return refused(line, donorErased)
    const { amount, refundedAt } = given
    if (amount < 0 || refundedAt !== null) {
      const planned = planRefund(line, given, Math.abs(amount), refundedAt ?? given.donatedAt)
      if (planned) return planned
      if (amount < 0) return refused(line, 'paymentId: No donation with this payment ID is imported.')
    }
    const { stream, gift } = streamFor(given)
    const details = detailsOf(given)
    const text = JSON.stringify(details)
    if (gift?.isErased) return refused(line, donorErased)
    if (gift?.text === text) return { line, kind: 'repeated' }
    if (gift && gift.line !== null)
      return refused(line, `Line ${gift.line} has the same donation with different details.`)
    if (gift) Object.assign(gift, { line, text })
    else if (given.paymentId !== null)
      gifts.get(given.paymentId)?.unshift({
        stream,
        day: given.day,
        line,
        amount,
        left: refundedAt === null ? amount : 0,
        text,
        refunds: new Set(refundedAt === null ? [] : [refundKey(refundedAt, amount)]),
        isErased: false,
      })
    if (gift && refundedAt !== null) gift.refunds.add(refundKey(refundedAt, amount))
    return { line, stream, details, refundAt: refundedAt }
  }

  function compare({ line, stream, details, refundAt }: Candidate, known: KnownDetails | undefined): PlannedRow {
    const gift = giftOf(stream, details, !known)
    if (!known) {
      const { amount } = details
      if (refundAt === null) return { line, kind: 'added', amount, stream, ...gift }
      return {
        line,
        kind: 'refunded',
        amount,
        stream,
        prepare: gift.prepare,
        async write(writing) {
          await gift.write(writing)
          return refund(stream, amount, refundAt, writing)
        },
      }
    }
    if (known.isErased) return refused(line, donorErased)
    const changed = changedColumns(known, details)
    if (changed.length === 0) return { line, kind: 'repeated' }
    if (details.amount < known.refunded) return refused(line, 'amount: More was refunded than this amount.')
    return { line, kind: 'changed', changed, stream, ...gift }
  }
}
