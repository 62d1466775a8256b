import { donation, donationDetails } from '../../../records/donations.ts'
import { completed, valuesIn } from '../../../records/values.ts'
import type { Refund } from '../../domain/donations.ts'
import {
  type DonationDetails,
  donationKey,
  donationStream,
  donations,
  donorErased,
  equalGiftKey,
  seriesKey,
} from '../../domain/donations.ts'
import { stateOf, zipOf } from '../../domain/imports/person-cells.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import { donationsByStream, type KnownDetails } from '../../read-model/donations.ts'
import { donationsPaidBy, refundKeysOf } from '../../read-model/imports.ts'
import { type DonationRow, notMade } from './donation-cells.ts'
import type { ReadRow } from './file-row-reader.ts'
import {
  type ImportTools,
  once,
  type PlannedRow,
  type Planner,
  refused,
  tooMuch,
  type Writing,
} from './planned-rows.ts'
import { dayOf, type EarlierRefund, earlierRefund, furtherRefund, mayBe, maybeKnown, refundKey } from './refund-keys.ts'

/** The stream of the gift with this key (domain/donations.ts). */
export const donationStreamOf = (subjects: Pick<SubjectKeys, 'emailHash'>, key: string): string =>
  donationStream(subjects.emailHash(Buffer.from(key).toString('hex')))

/** `shared`: payment ids that several rows of the file have. `refunds`: of the rows that are refunds, see `refundKeyOf`. */
export type FileIds = { shared: ReadonlySet<string>; refunds: ReadonlySet<string> }

/** A gift under a payment id: in the read model, or in a row before. */
type Gift = {
  stream: string
  day: string
  /** ISO 8601, UTC. */
  at: string
  line: number | null
  amount: number
  left: number
  /** Content of the row of this file about it. */
  text: string | null
  /** The keys of its refunds. */
  refunds: Set<string>
  /** Cents of refunds that a column of this file told, and no row of its own yet. */
  told: number
  /** Refunds in earlier files. */
  earlier: readonly EarlierRefund[]
  isErased: boolean
}

const detailsOf = (row: DonationRow): DonationDetails => valuesIn(donation, row)

/** Earlier releases kept states and ZIP codes as files wrote them. */
const isSame = (name: string, before: unknown, after: unknown, state: string | null) =>
  JSON.stringify(before) === JSON.stringify(after) ||
  (typeof before === 'string' &&
    ((name === 'state' && stateOf(before) === after) || (name === 'zipCode' && zipOf(before, state ?? '') === after)))

function changedColumns(known: KnownDetails, { donatedAt, ...details }: DonationDetails): string[] {
  const after = new Map<string, unknown>(Object.entries({ ...details, createdAt: donatedAt }))
  return Object.entries(known).flatMap(([name, before]) =>
    after.has(name) && !isSame(name, before, after.get(name), details.state) ? [name] : [],
  )
}

/** A gift as a row says it: empty cells take nothing away. */
const updated = (known: KnownDetails, details: DonationDetails, saysPublic: boolean): DonationDetails => ({
  ...details,
  ...completed(donationDetails, details, known),
  ...(!saysPublic && { isPublic: known.isPublic }),
})

/**
 * Donations and refunds. A gift is known by its payment id and day, or else by who gave how much and when. What is known of a
 * payment id that one row of the file has is forgotten after its part of the file.
 */
export function donationPlanner(tools: ImportTools, ids: FileIds): Planner<DonationRow> {
  const { knex, subjects, handle, nextId } = tools
  const gifts = new Map<string, Gift[]>()
  const equals = new Map<string, number>()
  /** Number of times that a row of this file told of a refund under a payment id, with its day and amount. */
  const refundRows = new Map<string, number>()
  const streamOf = (key: string) => donationStreamOf(subjects, key)

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

  async function refund(stream: string, data: Refund, { also }: Writing) {
    return (await handle(donations, stream, { type: 'RefundDonation', data }, also)).position
  }

  /** Looks up the payment ids of these rows that were not looked up before. */
  async function learnGifts(rows: readonly DonationRow[]): Promise<void> {
    const paid = [...new Set(rows.flatMap(({ paymentId }) => paymentId ?? []))].filter((id) => !gifts.has(id))
    for (const id of paid) gifts.set(id, [])
    const known = await donationsPaidBy(knex, paid)
    const refunds = await refundKeysOf(
      knex,
      known.map(({ id }) => id),
    )
    for (const { paymentId, createdAt, id, stream, amount, left, isErased } of known) {
      const keys = refunds.get(id) ?? new Set<string>()
      gifts.get(paymentId)?.push({
        stream,
        day: dayOf(createdAt),
        at: createdAt,
        line: null,
        amount,
        left,
        text: null,
        refunds: keys,
        told: 0,
        earlier: [...keys].map(earlierRefund),
        isErased,
      })
    }
  }

  function forget(rows: readonly DonationRow[]): void {
    for (const { paymentId } of rows) if (paymentId !== null && !ids.shared.has(paymentId)) gifts.delete(paymentId)
  }

  /** True when an earlier release imported this gift an hour off, see `ImportMoment`. */
  const isOfEarlierRelease = ({ literalAt, amount }: DonationRow, gift: Gift) =>
    literalAt !== undefined &&
    gift.line === null &&
    gift.amount === amount &&
    Date.parse(gift.at) === Date.parse(literalAt)

  /** The stream of a row's gift: that of the same payment and day, or a new one. `earlier`: that of an earlier release. */
  function streamFor(row: DonationRow): { stream: string; gift: Gift | undefined; earlier?: string } {
    const { paymentId, literalAt } = row
    if (paymentId === null) {
      const nth = (equals.get(donationKey(row)) ?? 0) + 1
      equals.set(donationKey(row), nth)
      const earlier = literalAt && streamOf(equalGiftKey({ ...row, donatedAt: literalAt }, nth))
      return { stream: streamOf(equalGiftKey(row, nth)), gift: undefined, ...(earlier && { earlier }) }
    }
    const paid = gifts.get(paymentId) ?? []
    const gift = paid.find(({ day }) => day === row.day) ?? paid.find((known) => isOfEarlierRelease(row, known))
    if (gift) return { stream: gift.stream, gift }
    return { stream: streamOf(paid.length === 0 ? donationKey(row) : seriesKey(paymentId, row.day)), gift }
  }

  /** The gift that a refund is of: one of just this amount, or else the latest from which so much is left. */
  function refundedGift(paid: readonly Gift[], amount: number): Gift | undefined {
    const enough = paid.filter(({ left, isErased }) => left >= amount && !isErased)
    return enough.find((gift) => gift.left === amount) ?? enough[0]
  }

  /** `giftDay`: of the gift, where the row says it too. Null: no gift is known. */
  function planRefund(line: number, row: DonationRow, at: string, giftDay: string | null): PlannedRow | null {
    const amount = Math.abs(row.amount)
    if (row.paymentId === null)
      return refused(
        line,
        'paymentId: A refund needs the payment ID of its donation. If a column has it, choose “Payment ID” for that column.',
      )
    const key = refundKey(at, amount)
    const series = gifts.get(row.paymentId) ?? []
    const paid = giftDay === null ? series : series.filter(({ day }) => day === giftDay)
    const rowKey = `${row.paymentId} ${giftDay} ${key}`
    const nth = (refundRows.get(rowKey) ?? 0) + 1
    refundRows.set(rowKey, nth)
    const known = paid.filter(({ refunds }) => refunds.has(key))
    if (known.length >= nth || (known.length > 0 && known.length === paid.length)) return { line, kind: 'repeated' }
    if (paid.length === 0) return null
    const told = paid.find((gift) => gift.told >= amount)
    if (told) {
      told.told -= amount
      return { line, kind: 'repeated' }
    }
    const open = paid.filter((gift) => !known.includes(gift))
    const gift = refundedGift(open, amount)
    if (!gift) return refused(line, 'amount: More would be refunded than was given.')
    // A refund that the file has a row of its own for is another one.
    const doubtful = gift.earlier.filter((refund) => !ids.refunds.has(`${row.paymentId} ${refund.key}`))
    if (doubtful.some((refund) => mayBe(refund, at, amount))) return refused(line, maybeKnown)
    return planned(line, gift, { refundKey: key, amount, refundedAt: at })
  }

  function planned(line: number, gift: Gift, data: Refund): PlannedRow {
    gift.left -= data.amount
    gift.refunds.add(data.refundKey)
    const { stream } = gift
    const { amount } = data
    return { line, kind: 'refunded', amount, stream, write: (writing) => refund(stream, data, writing) }
  }

  /** A row whose status says that all of its gift went back. Of a gift that was never imported there is nothing to tell. */
  function planPaidBack(line: number, row: DonationRow): PlannedRow {
    const series = row.paymentId === null ? [] : (gifts.get(row.paymentId) ?? [])
    const gift = series.find(({ day }) => day === row.day)
    if (!gift) return refused(line, `paymentStatus: ${notMade}`)
    if (gift.isErased) return refused(line, donorErased)
    if (gift.left <= 0) return { line, kind: 'repeated' }
    const { left: amount } = gift
    const isFirst = amount === gift.amount
    const key = refundKey(null, amount)
    return planned(line, gift, {
      refundKey: isFirst ? key : `${key} of ${gift.amount}`,
      amount,
      refundedAt: row.donatedAt,
    })
  }

  return async (rows) => {
    const read = rows.flatMap((row) => ('details' in row ? [row.details] : []))
    await learnGifts(read)
    const erased = await subjects.erasedAmong(read.map(({ email }) => email))
    const settled = rows.map((row) => plan(row, erased))
    const wanted = settled.flatMap((row) =>
      'details' in row ? [row.stream, ...(row.earlier ? [row.earlier] : [])] : [],
    )
    const known = wanted.length === 0 ? new Map<string, KnownDetails>() : await donationsByStream(knex, wanted)
    forget(read)
    const own = new Set(settled.flatMap((row) => ('details' in row ? [row.stream] : [])))
    return settled.map((row) => {
      if (!('details' in row)) return row
      const { earlier = row.stream } = row
      const stream = known.has(row.stream) || own.has(earlier) || !known.has(earlier) ? row.stream : earlier
      return compare({ ...row, stream }, known.get(stream))
    })
  }

  /** `refund`: with its gift; null: none. A gift without a payment ID shows only later what was refunded of it. */
  type Candidate = {
    line: number
    stream: string
    earlier?: string
    details: DonationDetails
    saysPublic: boolean
    refund(known: number): Refund | null
  }

  /** The refunds of a gift with a payment ID, which further rows of the file need to know. */
  function refundOfGift(gift: Gift, row: DonationRow): Refund | null {
    const further =
      row.refunded === null && row.refundedAt !== null
        ? { refundKey: refundKey(row.refundedAt, row.amount), amount: row.amount, refundedAt: row.refundedAt }
        : furtherRefund(row, gift.amount - gift.left)
    if (row.refunded !== null) gift.told = row.refunded
    if (further === null || gift.refunds.has(further.refundKey)) return null
    gift.left -= further.amount
    gift.refunds.add(further.refundKey)
    return further
  }

  function plan(row: ReadRow<DonationRow>, erased: ReadonlySet<string>): PlannedRow | Candidate {
    const { line } = row
    if ('reasons' in row) return refused(line, ...row.reasons)
    const { details: given } = row
    if (erased.has(given.email)) return refused(line, donorErased)
    const { amount, refundedAt, refunded } = given
    if (given.isPaidBack) return planPaidBack(line, given)
    if (amount < 0 || (refundedAt !== null && refunded === null)) {
      const planned = planRefund(line, given, refundedAt ?? given.donatedAt, amount < 0 ? null : given.day)
      if (planned) return planned
      if (amount < 0) return refused(line, 'paymentId: No donation with this payment ID is imported.')
    }
    const { stream, gift, earlier } = streamFor(given)
    const details = detailsOf(given)
    const { saysPublic } = given
    // Other columns differ from row to row, such as numbers of rows.
    const text = JSON.stringify({ ...details, tags: null, furtherColumns: null })
    if (gift?.isErased) return refused(line, donorErased)
    if (gift && gift.line !== null && gift.text !== text)
      return refused(line, `Line ${gift.line} has the same donation with different details.`)
    if (given.paymentId === null)
      return {
        line,
        stream,
        ...(earlier && { earlier }),
        details,
        saysPublic,
        refund: (known) => furtherRefund(given, known),
      }
    const isRepeated = gift?.text === text
    const kept = gift ?? {
      stream,
      day: given.day,
      at: given.donatedAt,
      line,
      amount,
      left: amount,
      text,
      refunds: new Set<string>(),
      told: 0,
      earlier: [],
      isErased: false,
    }
    if (gift) Object.assign(gift, { day: given.day, line, text, amount, left: amount - (gift.amount - gift.left) })
    else gifts.get(given.paymentId)?.unshift(kept)
    const further = refundOfGift(kept, given)
    if (isRepeated)
      return further === null
        ? { line, kind: 'repeated' }
        : {
            line,
            kind: 'refunded',
            amount: further.amount,
            stream,
            write: (writing) => refund(stream, further, writing),
          }
    return { line, stream, details, saysPublic, refund: () => further }
  }

  function compare(
    { line, stream, earlier: _, details: said, saysPublic, ...row }: Candidate,
    stored: KnownDetails | undefined,
  ): PlannedRow {
    if (stored?.isErased) return refused(line, donorErased)
    const known = stored && { ...stored, ...completed(donationDetails, stored, stored) }
    const details = known ? updated(known, said, saysPublic) : said
    const full = tooMuch(line, details)
    if (full) return full
    const gift = giftOf(stream, details, !known)
    const further = row.refund(known?.refunded ?? 0)
    const changed = known ? changedColumns(known, details) : []
    if (known && details.amount < known.refunded && changed.length > 0)
      return refused(line, 'amount: More was refunded than this amount.')
    const written = {
      line,
      stream,
      prepare: gift.prepare,
      ...(further !== null && { refund: further.amount }),
      async write(writing: Writing) {
        const position = await gift.write(writing)
        return further === null ? position : refund(stream, further, writing)
      },
    }
    if (!known) return { ...written, kind: 'added', amount: details.amount }
    if (changed.length > 0) return { ...written, kind: 'changed', changed }
    if (further === null) return { line, kind: 'repeated' }
    return {
      line,
      stream,
      kind: 'refunded',
      amount: further.amount,
      write: (writing) => refund(stream, further, writing),
    }
  }
}
