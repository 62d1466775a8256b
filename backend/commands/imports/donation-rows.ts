import { campaignClock } from '../../../contract/campaign-event-times.ts'
import type { Donation } from '../../../contract/donations.ts'
import {
  type DonationDetails,
  donationKey,
  donationStream,
  donations,
  donorErased,
  equalGiftKey,
  seriesKey,
} from '../../domain/donations.ts'
import { donationsByStream } from '../../read-model/donations.ts'
import { donationsPaidBy, refundKeysOf } from '../../read-model/imports.ts'
import type { ReadRow } from './import-files.ts'
import type { DonationRow } from './import-rows.ts'
import { type ImportTools, type PlannedRow, type Planner, refused, type Writing } from './planned-rows.ts'

/** A gift under a payment id: in the read model, or in a row before. */
type Gift = {
  id: number | null
  stream: string
  day: string
  line: number | null
  amount: number
  left: number
  text: string | null
  isErased: boolean
}

const dayOf = (at: string) => campaignClock.dateAt(new Date(at))

const detailsOf = ({ day: _, refundedAt: __, ...details }: DonationRow): DonationDetails => details

function changedColumns(known: Donation, { donatedAt, ...details }: DonationDetails): string[] {
  const after = new Map<string, unknown>(Object.entries({ ...details, createdAt: donatedAt }))
  return Object.entries(known).flatMap(([name, before]) =>
    after.has(name) && after.get(name) !== before ? [name] : [],
  )
}

/** What identifies a refund: its day and amount, as no platform numbers it in every file. */
const refundKey = (at: string, amount: number) => `${dayOf(at)} ${amount}`

/** Donations and refunds. A gift is known by its payment id and day, or else by who gave how much and when. */
export function donationPlanner(tools: ImportTools): Planner<DonationRow> {
  const { knex, subjects, handle, nextId } = tools
  const gifts = new Map<string, Gift[]>()
  const refundKeys = new Set<string>()
  const equals = new Map<string, number>()
  const streamOf = (key: string) => donationStream(subjects.emailHash(Buffer.from(key).toString('hex')))

  async function importGift(stream: string, details: DonationDetails, { context }: Writing, isNew: boolean) {
    const [donationId, subject] = await Promise.all([nextId('donation'), subjects.forEmail(details.email)])
    const command = { type: 'ImportDonation', data: { donationId, subject, ...details } } as const
    return (await handle(donations, stream, command, context, { isNew })).position
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
    for (const { paymentId, createdAt, id, stream, amount, left, isErased } of known)
      gifts.get(paymentId)?.push({ id, stream, day: dayOf(createdAt), line: null, amount, left, text: null, isErased })
    for (const key of await refundKeysOf(
      knex,
      known.map(({ id }) => id),
    ))
      refundKeys.add(key)
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
    if (paid.some(({ stream, id }) => refundKeys.has(`${id} ${key}`) || refundKeys.has(`${stream} ${key}`)))
      return { line, kind: 'repeated' }
    if (paid.length === 0) return null
    const gift = refundedGift(row.paymentId, amount)
    if (!gift) return refused(line, 'amount: More would be refunded than was given.')
    gift.left -= amount
    refundKeys.add(`${gift.stream} ${key}`)
    return { line, kind: 'refunded', amount, write: (writing) => refund(gift.stream, amount, at, writing) }
  }

  return async (rows) => {
    const read = rows.flatMap((row) => ('details' in row ? [row.details] : []))
    await learnGifts(read)
    const erased = await subjects.erasedAmong(read.map(({ email }) => email))
    const settled = rows.map((row) => plan(row, erased))
    const wanted = settled.flatMap((row) => ('stream' in row ? [row.stream] : []))
    const known = wanted.length === 0 ? new Map<string, Donation>() : await donationsByStream(knex, wanted)
    return settled.map((row) => ('stream' in row ? compare(row, known.get(row.stream)) : row))
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
    if (gift && gift.line !== null) return refused(line, `Line ${gift.line} is the same donation with other details.`)
    if (gift) Object.assign(gift, { line, text })
    else if (given.paymentId !== null)
      gifts.get(given.paymentId)?.unshift({
        id: null,
        stream,
        day: given.day,
        line,
        amount,
        left: refundedAt === null ? amount : 0,
        text,
        isErased: false,
      })
    if (refundedAt !== null) refundKeys.add(`${stream} ${refundKey(refundedAt, amount)}`)
    return { line, stream, details, refundAt: refundedAt }
  }

  function compare({ line, stream, details, refundAt }: Candidate, known: Donation | undefined): PlannedRow {
    if (!known) {
      const { amount } = details
      if (refundAt === null)
        return { line, kind: 'added', amount, write: (writing) => importGift(stream, details, writing, true) }
      return {
        line,
        kind: 'refunded',
        amount,
        async write(writing) {
          await importGift(stream, details, writing, true)
          return refund(stream, amount, refundAt, writing)
        },
      }
    }
    if (known.isErased) return refused(line, donorErased)
    const changed = changedColumns(known, details)
    if (changed.length === 0) return { line, kind: 'repeated' }
    if (details.amount < known.refunded) return refused(line, 'amount: More was refunded than this amount.')
    return { line, kind: 'changed', changed, write: (writing) => importGift(stream, details, writing, false) }
  }
}
