import type { Donation } from '../../../contract/donations.ts'
import { dollars } from '../../../records/money.ts'
import { publicDate } from '../../lib/dates.ts'

/** Amount of a gift, and the part that was refunded. */
export function DonationAmount({ amount, refunded, refundedAt }: Pick<Donation, 'amount' | 'refunded' | 'refundedAt'>) {
  return (
    <>
      {dollars(amount)}
      {refunded > 0 && (
        <span className="cell-excerpt refund">
          {refunded === amount ? 'Refunded' : 'Refunded in part'} {dollars(-refunded)}
          {refundedAt !== null && `, ${publicDate(refundedAt)}`}
        </span>
      )}
    </>
  )
}
