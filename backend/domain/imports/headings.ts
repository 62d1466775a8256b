/** What staff import. */
export type ImportKind = 'donations' | 'email-signups' | 'volunteers' | 'opt-outs'

/**
 * The fields of a row that the importer can use, by kind. `name` is a whole name, used where the two parts are missing.
 */
export const importFields = {
  donations: [
    'firstName',
    'lastName',
    'name',
    'email',
    'amount',
    'createdAt',
    'paymentId',
    'refundedAt',
    'paymentStatus',
    'address',
    'address2',
    'city',
    'state',
    'zipCode',
    'occupation',
    'employer',
    'isPublic',
  ],
  'email-signups': ['email', 'firstName', 'name', 'consentSource', 'consentAt', 'optOut'],
  volunteers: [
    'firstName',
    'lastName',
    'name',
    'email',
    'phone',
    'skills',
    'availability',
    'interests',
    'consentSource',
    'consentAt',
    'optOut',
  ],
  'opt-outs': ['email', 'consentSource', 'consentAt'],
} as const
export type ImportField = (typeof importFields)[ImportKind][number]

/**
 * The usual headings of each field, with commas between them, the most exact first: of two in one file the first
 * counts. They are those of ActBlue (the downloads and Report Builder), WinRed, Anedot, NationBuilder, Mailchimp,
 * listmonk and our own exports, and what people write themselves.
 */
const usual: { [Field in ImportField]: string } = {
  firstName: `
    first name, donor first name, donor's first name, contributor first name, given name, fname, first, forename,
    preferred name`,
  lastName: `
    last name, donor last name, donor's last name, contributor last name, family name, surname, lname, last`,
  name: `
    name, full name, donor name, donor full name, customer name, donor, contributor name, subscriber name,
    supporter, account name`,
  email: `
    email, email address, donor email, donor email address, contributor email, primary email, email1, e-mail,
    e-mail address, mail, subscriber email, preferred email, customer email, from email address`,
  amount: `
    amount, donation amount, contribution amount, gift amount, amount in dollars, total amount, amount given,
    gross amount, gross, total`,
  // When it was paid, before when a row was made of it.
  createdAt: `
    donated at, donated on, succeeded at, created at, date, donation date, paid at, contribution date, gift date,
    payment date, transaction date, charged at, created date utc, received at, date received, created, timestamp`,
  paymentId: `
    payment id, transaction id, charge id, donation id, contribution id, donation uid, uid, revv uid, lineitem id,
    line item id, payment token, confirmation number, receipt id, receipt number, order number, order id,
    transaction`,
  refundedAt: 'refunded at, refund date, refunded on, date refunded, refunded date utc',
  paymentStatus: 'payment status, donation status, transaction status, charge status, status',
  address: `
    address, donor addr1, donor address, donor address 1, donor address line 1, donor billing address 1, address 1,
    address line 1, addr1, street, street address, primary address1, billing address1, billing address 1,
    billing address, mailing address`,
  address2: `
    address 2, donor addr2, donor address 2, donor address line 2, donor billing address 2, address line 2, addr2,
    primary address2, billing address2, billing address 2`,
  city: 'city, donor city, primary city, billing city, donor billing city, address city, town, town city',
  state: `
    state, donor state, primary state, billing state, donor billing state, state code, state province,
    address region, region`,
  zipCode: `
    zip code, zip, donor zip, donor zip code, postal code, primary zip, billing zip, donor billing zip, zip postal,
    address postal code, zip5, postcode`,
  occupation: 'occupation, donor occupation, job title',
  employer: 'employer, donor employer, employer name, company',
  isPublic: 'is public, public',
  phone: `
    phone, phone number, mobile, mobile number, mobile phone, donor phone, cell, cell phone, telephone, home phone,
    preferred phone, donor mobile`,
  skills: 'skills, skill, special skills, volunteer skills, experience',
  availability: 'availability, available, when available',
  interests: 'interests, interest, ways to help, volunteer interests, activities',
  consentSource: 'consent source, source, opt in source, signup source, sign up source, origin',
  consentAt: `
    consent at, consent date, consent since, confirm time, optin time, opt in date, opt in time, opted in at,
    signed up at, signup date, sign up date, subscribed at, subscribed on, applied at, date added, added time,
    created at, created, date`,
  optOut: `
    unsubscribed, email consent, email opt out, opt out, opted out, do not email, email opt in, status,
    subscription status, email status, mail status, email permission status, can2 subscription status,
    email disabled, do not contact, blocklisted, accepts marketing, unsubscribed at, unsubscribed on, unsub time,
    clean time, confirmed opt out date`,
}

/** When a person said no: the date of an opt-out, and of no consent. */
const saidNoAt = 'unsub time, unsubscribed at, unsubscribed on, opt out date, confirmed opt out date, clean time'

/** A heading without case, blanks and signs: 'E-Mail_Address ' is 'emailaddress'. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** How a column got its field; `ignored`: the importer has no use for it, or another column has the field. */
export type Column = {
  heading: string
  field: ImportField | null
  how: 'recognized' | 'chosen' | 'remembered' | 'ignored'
}

/** The admin’s answers about headings: plain heading -> field, or null for a column to ignore. */
export type Mapping = ReadonlyMap<string, ImportField | null>

/** Plain headings with their ranks, of which the first has the rank `from`. */
const ranksOf = (headings: string, from: number) =>
  new Map(headings.split(',').map((heading, place) => [plainHeading(heading), from + place]))

/** Before every heading of a consent. */
const noRanks = ranksOf(saidNoAt, -100)
const rankOf = new Map(Object.entries(usual).map(([field, headings]) => [field, ranksOf(headings, 0)]))

/** Our own names count before those of any platform. */
function rank(kind: ImportKind, field: ImportField, heading: string): number | null {
  const saidNo = kind === 'opt-outs' && field === 'consentAt' ? noRanks.get(heading) : undefined
  const own = plainHeading(field) === heading ? -1 : null
  return saidNo ?? rankOf.get(field)?.get(heading) ?? own
}

/**
 * The field of each column: what was chosen by hand, then what was chosen for this heading before, then the usual
 * headings. No field is used twice, except that every column that may say no does. A blank heading has no field unless
 * one is chosen.
 */
export function columnsOf(
  kind: ImportKind,
  headings: readonly string[],
  { chosen = new Map(), remembered = new Map() }: { chosen?: Mapping; remembered?: Mapping } = {},
): Column[] {
  const plain = headings.map(plainHeading)
  const columns: Column[] = headings.map((heading) => ({ heading, field: null, how: 'ignored' }))
  const taken = new Set<ImportField>()
  const settled = new Set<number>()

  function settle(index: number, field: ImportField | null, how: Column['how']) {
    const column = columns[index]
    if (!column || settled.has(index) || (field !== null && field !== 'optOut' && taken.has(field))) return
    settled.add(index)
    if (field !== null) taken.add(field)
    column.field = field
    column.how = how
  }
  for (const [how, mapping] of [
    ['chosen', chosen],
    ['remembered', remembered],
  ] as const)
    plain.forEach((heading, index) => {
      const field = mapping.get(heading)
      if (field !== undefined) settle(index, field, field === null ? 'ignored' : how)
    })
  for (const field of importFields[kind]) {
    const ranked = plain.flatMap((heading, index) => {
      const place = settled.has(index) ? null : rank(kind, field, heading)
      return place === null ? [] : [{ index, place }]
    })
    ranked.sort((a, b) => a.place - b.place)
    for (const { index } of field === 'optOut' ? ranked : ranked.slice(0, 1)) settle(index, field, 'recognized')
  }
  return columns
}

/** Which headings tell who wrote a file; each group has all of its plain words in some heading. */
const signs: readonly (readonly [platform: string, ...words: string[]])[] = [
  ['ActBlue', 'actblue'],
  ['ActBlue', 'ordernumber', 'lineitemid'],
  ['WinRed', 'winred'],
  ['WinRed', 'revvuid'],
  ['Anedot', 'anedot'],
  ['Anedot', 'addressregion', 'addresspostalcode'],
  ['NationBuilder', 'nationbuilder'],
  ['Mailchimp', 'leid', 'euid'],
  ['listmonk', 'uuid', 'attributes'],
]

/** The platform that writes such headings; null: nothing in them says so. */
export function platformOf(headings: readonly string[]): string | null {
  const plain = headings.map(plainHeading)
  const found = signs.find(([, ...words]) => words.every((word) => plain.some((heading) => heading.includes(word))))
  return found?.[0] ?? null
}

/** The fields that a file still needs, in words for the mapping screen. */
export function missingFields(kind: ImportKind, columns: readonly Column[]): ImportField[] {
  const has = (field: ImportField) => columns.some((column) => column.field === field)
  const missing: ImportField[] = has('email') ? [] : ['email']
  if (kind === 'donations' || kind === 'volunteers')
    if (!has('name')) for (const field of ['firstName', 'lastName'] as const) if (!has(field)) missing.push(field)
  if (kind === 'donations') for (const field of ['amount', 'createdAt'] as const) if (!has(field)) missing.push(field)
  return missing
}

/** 'Marlow, Tess' and 'Tess Anne Marlow' in two parts. */
export function partsOfName(name: string): { firstName: string; lastName: string } {
  const text = name.replace(/\s+/g, ' ').trim()
  const comma = text.indexOf(',')
  const suffix = /,? (?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq)\.?$/i
  if (comma > 0 && !suffix.test(text))
    return { firstName: text.slice(comma + 1).trim(), lastName: text.slice(0, comma).trim() }
  const end = suffix.exec(text)?.index ?? text.length
  const space = text.lastIndexOf(' ', end - 1)
  return space < 0
    ? { firstName: text, lastName: '' }
    : { firstName: text.slice(0, space), lastName: text.slice(space + 1) }
}

/** Whether a cell of a column about consent says that the person wants no mail. */
export function saysUnsubscribed(heading: string, cell: string): boolean {
  const text = cell.trim().toLowerCase()
  const isYes = ['yes', 'y', 'true', '1', 'x', 't'].includes(text)
  const plain = plainHeading(heading)
  if (/optin|subscribed$|consent$|^accepts/.test(plain) && !/^un/.test(plain))
    return ['no', 'n', 'false', '0', 'f'].includes(text)
  if (
    /^(unsub|non-?subscribed|not subscribed|blocklist|blacklist|clean|cancel|complain|disabled|spam|opted ?out|opt-?out|do not|bounc|removed|suppress)/.test(
      text,
    )
  )
    return true
  if (/status/.test(plain)) return false
  return isYes || /^\d{1,4}[-/]\d/.test(text)
}

/** Whether a payment with this status brought no money, or is to bring it back. */
export const failedPayment = (status: string): boolean =>
  /^\W*(?:fail|declin|denied|void|cancel|pending|expired|error|incomplete|requires|uncaptured|abandon|unpaid|processing|refunded|full(?:y)? refund|charge ?back|disputed|reversed|returned)/i.test(
    status,
  )

/** A number that a spreadsheet shortened: 9.1E+08, or one of more than 15 digits that ends in zeros. */
export const isShortenedId = (id: string): boolean =>
  /^\d(?:[.,]\d+)?e\+?\d+$/i.test(id.trim()) || /^\d{15}0{2,}$/.test(id.trim())
