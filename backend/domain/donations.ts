import { type Decider, DomainError, type Fact } from './decider.ts'

/** `amount`: cents. `donatedAt`: ISO 8601, UTC. */
type Details = {
  firstName: string
  lastName: string
  email: string
  amount: number
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  occupation: string | null
  employer: string | null
  paymentId: string | null
  isPublic: boolean
  donatedAt: string
}
/** `subject`: the person behind the email address, which a correction may change. */
type Donation = { donationId: number; subject: string } & Details
/** `fileHash`: SHA-256 of the file. The numbers are of its rows. */
type DonationFile = {
  importId: string
  fileHash: string
  rows: number
  added: number
  changed: number
  repeated: number
  refused: number
}

export type DonationCommand = Fact<'ImportDonation', Donation>
export type DonationEvent = Fact<'DonationImported', Donation> | Fact<'DonationCorrected', Donation>

export type DonationImportCommand = Fact<'ImportDonations', DonationFile>
/** By an admin; its donations follow, each in a stream of its own. */
export type DonationImportEvent = Fact<'DonationFileImported', DonationFile>

/**
 * One stream per donation, named by the keyed hash of what identifies it in any file: a repeated row finds it again.
 */
export const donationStream = (keyHash: string) => `donation-${keyHash}`
export const donationImportStream = (importId: string) => `donation-import-${importId}`

/**
 * What identifies a donation: the id of its payment, or else who gave how much and when. An address is the same in any
 * case, the id of a payment is not.
 */
export const donationKey = ({ paymentId, email, amount, donatedAt }: Details): string =>
  paymentId === null ? `gift ${email.toLowerCase()} ${amount} ${donatedAt}` : `payment ${paymentId}`

/** What stands in a donation instead of the address once its donor is erased (topics/donations.ts). */
const erasedEmail = 'erased@erased.invalid'

/** Why a row is refused although nothing is wrong with it. */
export const donorErased = 'This donor’s data was erased, so the donation cannot be imported again.'

const fields = (details: Details): Details => ({
  firstName: details.firstName,
  lastName: details.lastName,
  email: details.email,
  amount: details.amount,
  address: details.address,
  city: details.city,
  state: details.state,
  zipCode: details.zipCode,
  occupation: details.occupation,
  employer: details.employer,
  paymentId: details.paymentId,
  isPublic: details.isPublic,
  donatedAt: details.donatedAt,
})

const isSame = (a: Details, b: Details) => JSON.stringify(fields(a)) === JSON.stringify(fields(b))

type KnownDonation = { status: 'unknown' } | { status: 'imported'; donation: Donation }

export const donations: Decider<KnownDonation, DonationCommand, DonationEvent> = {
  initialState: { status: 'unknown' },
  decide({ data }, known) {
    if (known.status === 'unknown') return [{ type: 'DonationImported', data }]
    const { donation } = known
    if (donation.email === erasedEmail) throw new DomainError('conflict', donorErased)
    if (isSame(donation, data)) return []
    return [{ type: 'DonationCorrected', data: { ...data, donationId: donation.donationId } }]
  },
  evolve: (_known, { data }) => ({ status: 'imported', donation: data }),
}

export const donationImports: Decider<{ isDone: boolean }, DonationImportCommand, DonationImportEvent> = {
  initialState: { isDone: false },
  decide: ({ data }, { isDone }) => (isDone ? [] : [{ type: 'DonationFileImported', data }]),
  evolve: () => ({ isDone: true }),
}
