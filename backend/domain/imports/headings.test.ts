import { describe, expect, it } from 'vitest'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { columnsOf, columnsWith, keptHeadings, missingFields, platformOf } from './headings.ts'

/** Field -> heading. */
const fieldsIn = (kind: ImportKind, line: string, choices = {}) =>
  Object.fromEntries(
    columnsOf(kind, line.split(','), choices).flatMap(({ field, heading }) => (field ? [[field, heading]] : [])),
  )

describe('the headings of', () => {
  it('a download from ActBlue are recognized, and those of the recipient and the employer are not', () => {
    const line =
      'Receipt ID,Date,Amount,Recipient,Donor First Name,Donor Last Name,Donor Addr1,Donor Addr2,Donor City,Donor State,Donor ZIP,Donor Country,Donor Occupation,Donor Employer,Donor Email,Donor Phone,Employer Addr1,Employer City,Fundraiser Contact Email,Fundraiser Contact First Name,Partner Contact Email,Lineitem ID,Payment ID,Payment Date,Refund ID,Refund Date,Fee'
    expect(fieldsIn('donations', line)).toEqual({
      firstName: 'Donor First Name',
      lastName: 'Donor Last Name',
      email: 'Donor Email',
      amount: 'Amount',
      createdAt: 'Date',
      paymentId: 'Payment ID',
      refundedAt: 'Refund Date',
      address: 'Donor Addr1',
      address2: 'Donor Addr2',
      city: 'Donor City',
      state: 'Donor State',
      zipCode: 'Donor ZIP',
      occupation: 'Donor Occupation',
      employer: 'Donor Employer',
    })
  })

  it.each([
    'Opted out of email: Marketing Information',
    'Would you like to receive updates by email?',
    'Join our mailing list?',
    'Subscribe to our newsletter',
    'Email Unsubscribed',
    'EMAIL_BLOCKLISTED',
    'is_deceased',
    'Consented?',
    'GDPR consent',
    'Marketing Opt-In',
    'Email Opt-In Status',
    'I would like to receive emails from the campaign',
    'Yes! Send me campaign emails',
    'Agrees to email',
    'allow_emails',
    'No mail',
    'DNE',
  ])('%s can say no', (heading) => {
    for (const kind of ['email-signups', 'volunteers'] as const)
      expect(columnsOf(kind, ['Email', heading])[1]).toMatchObject({ field: 'optOut' })
  })
  it.each([
    'SMS opt in',
    'SMS_BLOCKLISTED',
    'OPTIN_IP',
    'Newsletters received',
    'Newsletter source',
    'Consent to track',
    'Consent text',
    'Campaign newsletter name',
    'Subscriber',
    'Subscribers',
    'Do not call',
    'Agreed to terms',
  ])('%s is not about email', (heading) =>
    expect(columnsOf('email-signups', ['Email', heading])[1]).toMatchObject({ field: null }),
  )

  it.each([
    'Contributor Email,Contributor First Name,Contributor Last Name,Contributed On,Amount Contributed',
    'Constituent Name,Constituent Email,Gift date,Gift amount',
    'Donor,Primary Email Address,Posting Date,Amount received',
    'Donor First,Donor Last,Donor E-mail,Donation Time,Line Item Amount',
    'First Name (Billing),Last Name (Billing),Email (Billing),Order Date,Amount (total)',
    'Supporter first name,Supporter last name,Supporter email,Donation created at,Gross Donation Amount',
  ])('donations "%s" are all that a row needs', (line) =>
    expect(missingFields('donations', columnsOf('donations', line.split(',')))).toEqual([]),
  )

  it('a report of refunds need neither the amount nor the day of the gifts', () => {
    const missing = (line: string) => missingFields('donations', columnsOf('donations', line.split(',')))
    expect(missing('Payment ID,Refund Date,Refund Amount,Name,Email')).toEqual([])
    expect(missing('Refund Date,Refund Amount,Name,Email')).toEqual(['amount', 'createdAt'])
    expect(missing('Payment ID,Refund Date,Refund Amount,Amount,Name,Email')).toEqual(['createdAt'])
  })

  it.each(['Original Contribution ID', 'Parent Donation ID', 'Refunded charge ID'])(
    '%s name the refunded gift',
    (line) => expect(fieldsIn('donations', line)).toEqual({ refundOf: line }),
  )

  it('Mailchimp have the zone in which a person lives, which is not that of the times', () => {
    const line = 'Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LEID,EUID'
    expect(fieldsIn('email-signups', line)).toEqual({
      email: 'Email Address',
      firstName: 'First Name',
      state: 'REGION',
      consentAt: 'CONFIRM_TIME',
    })
    expect(fieldsIn('email-signups', 'Email,Date,Time,Time Zone')).toMatchObject({ timeZone: 'Time Zone' })
  })

  it('Report Builder name the line item before the order, since an order is a whole series', () => {
    const line = 'Paid At,Order Number,Lineitem ID,Amount,Donor First Name,Donor Last Name,Donor Email Address'
    expect(fieldsIn('donations', line)).toMatchObject({
      createdAt: 'Paid At',
      paymentId: 'Lineitem ID',
      email: 'Donor Email Address',
    })
  })

  it.each([
    ['WinRed', 'uid,created_at,amount,first_name,last_name,email,address,address_2,city,state,zip,occupation,employer'],
    [
      'Anedot',
      'Donation ID,Date,Amount,First Name,Last Name,Email,Address Line 1,City,State,Zip,Occupation,Employer Name',
    ],
    ['a spreadsheet of our own', 'First Name,Last Name,Email Address,Donation Amount,Donation Date,Zip,Transaction ID'],
    ['NationBuilder', 'nationbuilder_signup_id,succeeded_at,amount,first_name,last_name,email,billing_address1'],
  ])('donations from %s are enough', (_, line) => {
    expect(missingFields('donations', columnsOf('donations', line.split(',')))).toEqual([])
  })

  it('mailing lists are recognized, with consent and its date', () => {
    expect(fieldsIn('email-signups', 'Email Address,First Name,Last Name,OPTIN_TIME,CONFIRM_TIME,TAGS')).toEqual({
      email: 'Email Address',
      firstName: 'First Name',
      lastName: 'Last Name',
      consentAt: 'CONFIRM_TIME',
      tags: 'TAGS',
    })
    expect(fieldsIn('email-signups', 'Email,Last,Mobile,Street,Apt,Town,Region,Zip')).toEqual({
      email: 'Email',
      lastName: 'Last',
      phone: 'Mobile',
      address: 'Street',
      address2: 'Apt',
      city: 'Town',
      state: 'Region',
      zipCode: 'Zip',
    })
    expect(fieldsIn('email-signups', 'uuid,email,name,attributes,status,created_at')).toEqual({
      email: 'email',
      name: 'name',
      optOut: 'status',
      consentAt: 'created_at',
    })
    expect(fieldsIn('opt-outs', 'Email Address,First Name,UNSUB_TIME,UNSUB_REASON')).toEqual({
      email: 'Email Address',
      consentAt: 'UNSUB_TIME',
      reason: 'UNSUB_REASON',
    })
  })

  it('opt-outs have the date of the no, not that of the yes before it', () => {
    const mailchimp = 'Email Address,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME'
    expect(fieldsIn('opt-outs', `${mailchimp},UNSUB_TIME,UNSUB_REASON`)).toMatchObject({ consentAt: 'UNSUB_TIME' })
    expect(fieldsIn('opt-outs', `${mailchimp},CLEAN_TIME`)).toMatchObject({ consentAt: 'CLEAN_TIME' })
    expect(fieldsIn('email-signups', 'email,unsubscribed_at,created_at')).toMatchObject({
      optOut: 'unsubscribed_at',
      consentAt: 'created_at',
    })
  })

  it.each([
    ['listmonk', 'uuid,email,status,subscription_status', ['status', 'subscription_status']],
    [
      'NationBuilder',
      'nationbuilder_id,email,email_opt_in,do_not_contact,unsubscribed_at',
      ['email_opt_in', 'do_not_contact', 'unsubscribed_at'],
    ],
    ['Action Network', 'email,can2_subscription_status', ['can2_subscription_status']],
    ['Brevo', 'EMAIL,BLOCKLISTED,ADDED_TIME', ['BLOCKLISTED']],
    [
      'Constant Contact',
      'Email address,Email status,Confirmed Opt-Out Date',
      ['Email status', 'Confirmed Opt-Out Date'],
    ],
  ])('%s that may say no all count', (_, line, headings) => {
    const columns = columnsOf('email-signups', line.split(','))
    expect(columns.flatMap(({ field, heading }) => (field === 'optOut' ? [heading] : []))).toEqual(headings)
  })

  it.each([
    [
      'NationBuilder',
      'nationbuilder_id,created_at,succeeded_at,donation_id,amount',
      { createdAt: 'succeeded_at', paymentId: 'donation_id' },
    ],
    ['WinRed', 'uid,revv_uid,created_at,amount', { createdAt: 'created_at', paymentId: 'uid' }],
    [
      'Anedot',
      'Donation ID,Amount,Net Amount,Address City,Address Region,Address Postal Code',
      { amount: 'Amount', city: 'Address City', state: 'Address Region', zipCode: 'Address Postal Code' },
    ],
    [
      'Stripe',
      'id,Created date (UTC),Amount,Customer Email,Customer Name,Refunded date (UTC)',
      { createdAt: 'Created date (UTC)', name: 'Customer Name', refundedAt: 'Refunded date (UTC)' },
    ],
    [
      'PayPal',
      'Date,Name,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Town/City',
      { amount: 'Gross', email: 'From Email Address', city: 'Town/City' },
    ],
  ])('gifts of %s have their own id and day', (_, line, fields) =>
    expect(fieldsIn('donations', line)).toMatchObject(fields),
  )

  it('a file are mapped by hand before anything else, and what was chosen before counts next', () => {
    const chosen = new Map([['gift', 'amount' as const]])
    const remembered = new Map([
      ['gift', 'zipCode' as const],
      ['when', 'createdAt' as const],
      ['email', null],
    ])
    const columns = columnsOf('donations', ['Gift', 'When', 'Email', 'amount', ''], { chosen, remembered })
    expect(columns.map(({ field, how }) => [field, how])).toEqual([
      ['amount', 'chosen'],
      ['createdAt', 'remembered'],
      [null, 'ignored'],
      [null, 'ignored'],
      [null, 'ignored'],
    ])
    expect(missingFields('donations', columns)).toEqual(['email', 'firstName', 'lastName'])
  })

  it.each([
    ['Receipt ID,Date,Amount,ActBlue Express Lane', 'ActBlue'],
    ['Paid At,Order Number,Lineitem ID,Amount', 'ActBlue'],
    ['revv_uid,created_at,amount', 'WinRed'],
    ['nationbuilder_signup_id,succeeded_at,amount', 'NationBuilder'],
    ['Email Address,First Name,OPTIN_TIME,LEID,EUID', 'Mailchimp'],
    ['uuid,email,name,attributes,status,created_at,updated_at', 'listmonk'],
    ['Donation ID,Created At,Amount,Address City,Address Region,Address Postal Code', 'Anedot'],
    ['First Name,Last Name,Email,Amount,Date', null],
    ['', null],
  ])('%s are those of %s', (line, platform) => expect(platformOf(line.split(','))).toBe(platform))

  it('our own export tell who said no', () => {
    expect(
      fieldsIn('volunteers', 'First name,Last name,Email,Email consent,Consent reason,Consent since'),
    ).toMatchObject({ optOut: 'Email consent', consentAt: 'Consent since' })
  })

  it.each([
    ['Amount Refunded', 'Refund Date'],
    ['Refund Amount', 'Refunded On'],
    ['Refunded', 'Date refunded'],
    ['Partial Refunds', 'Refunded date (UTC)'],
    ['Recurring refund', 'Refund Time'],
  ])('refunds are "%s" and "%s", and never the amount given', (refundedAmount, refundedAt) => {
    expect(fieldsIn('donations', `${refundedAmount},${refundedAt},Net Amount,Processing Fee,Amount`)).toEqual({
      amount: 'Amount',
      refundedAmount,
      refundedAt,
    })
  })

  it.each([
    'Net',
    'Net Amount',
    'Net Total',
    'Fee',
    'Fees',
    'Platform Fee',
    'Amount (net)',
    'Net (USD)',
    'Amount after fees',
  ])('"%s" is no amount given', (heading) =>
    expect(fieldsIn('donations', `Email,${heading}`)).toEqual({ email: 'Email' }),
  )

  it.each([
    [
      'donations',
      'Date,Time,TimeZone,Gross',
      { createdAt: 'Date', time: 'Time', timeZone: 'TimeZone', amount: 'Gross' },
    ],
    [
      'donations',
      'id,Created date (UTC),Customer Email',
      { paymentId: 'id', createdAt: 'Created date (UTC)', email: 'Customer Email' },
    ],
    ['donations', 'id,Date,Email', { createdAt: 'Date', email: 'Email' }],
    [
      'email-signups',
      'Timestamp,What is your email address? *',
      { consentAt: 'Timestamp', email: 'What is your email address? *' },
    ],
    [
      'volunteers',
      'Volunteer First Name,Contact Email,Phone (mobile)',
      { firstName: 'Volunteer First Name', email: 'Contact Email', phone: 'Phone (mobile)' },
    ],
    ['volunteers', 'E-mail 1 - Value,Phone 1 - Value', { email: 'E-mail 1 - Value', phone: 'Phone 1 - Value' }],
    ['donations', 'Amount (USD),Zip/Postal Code', { amount: 'Amount (USD)', zipCode: 'Zip/Postal Code' }],
  ] as const)('%s: %s', (kind, line, fields) => expect(fieldsIn(kind, line)).toEqual(fields))
})

describe('columns that no field takes', () => {
  const none = { chosen: new Map(), remembered: new Map() }
  const keptIn = (kind: ImportKind, headings: readonly string[], mappings = none) =>
    keptHeadings(columnsWith(kind, headings, [], mappings)).map(({ heading }) => heading)

  it('are kept under their headings, each of which is one', () => {
    expect(keptIn('volunteers', ['Email', 'Notes', '', 'notes:', 'Notes (2)', 'a\nb', "'=1"])).toEqual([
      'Notes',
      'Column 3',
      'notes: (2)',
      'Notes (2) (2)',
      'a b',
      '=1',
    ])
  })

  it('are dropped where staff said so, now or before, and never kept of people who want no mail', () => {
    const headings = ['Email', 'Notes', 'Pet']
    expect(keptIn('email-signups', headings, { ...none, chosen: new Map([['notes', null]]) })).toEqual(['Pet'])
    expect(keptIn('email-signups', headings, { ...none, remembered: new Map([['pet', null]]) })).toEqual(['Notes'])
    expect(keptIn('opt-outs', headings)).toEqual([])
  })

  it('of our own files are those of the lists before, and nothing that the program works out', () => {
    const own = ['Id', 'Email', 'Tags', 'Signed up at', 'Email consent', 'Consent reason', 'Consent since', 'Page view']
    expect(keptIn('email-signups', [...own, 'First source: utm_source', 'Shirt size'])).toEqual(['Shirt size'])
    expect(keptIn('email-signups', ['Id', 'Email'])).toEqual(['Id'])
  })
})
