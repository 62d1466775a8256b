import type { ImportField } from '../../../records/import-fields.ts'

/**
 * The usual headings of each field, with commas between them, the most exact first: of two in one file the first
 * counts. They are those of ActBlue (the downloads and Report Builder), WinRed, Anedot, NationBuilder, Donorbox,
 * Stripe, PayPal, Square, NGP VAN, Mailchimp, Constant Contact, Action Network, Mobilize, listmonk, contacts of Google and
 * Outlook, and our own exports, and what people write themselves. A field without any has its name on screen.
 */
export const usual: { [Field in ImportField]?: string } = {
  firstName: `
    first name, donor first name, donor's first name, contributor first name, given name, fname, first, forename,
    preferred name, first name s, name first name, name first`,
  lastName: `
    last name, donor last name, donor's last name, contributor last name, family name, surname, lname, last,
    last name s, name last name, name last`,
  name: `
    name, full name, donor name, donor full name, customer name, donor, contributor name, subscriber name, supporter,
    account name, contact name, donors name, first and last name, first last name, your name, contributor,
    donors, payer, payer name, billing name`,
  email: `
    email, email address, primary email address, donor email, donor email address, contributor email, primary email, email1, e-mail,
    e-mail address, mail, subscriber email, preferred email, customer email, from email address, e-mail 1 value,
    email 1, email 1 value, e-mail 1, personal email, home email, email addr, emailaddress1, home email address,
    email s`,
  amount: `
    amount, donation amount, contribution amount, gift amount, amount in dollars, total amount, amount given,
    gross amount, gross, total, amount usd, amount in usd, donation amount usd, transaction amount, payment amount,
    charge amount, amount charged, amount paid, gross sales, total collected, gift amt, amt, total paid, donation total, total donation,
    amount in cents, amount cents, donation amount in cents, donation amount cents, total in cents, gross transaction amount,
    gross donation amount, gross contribution amount, line item amount, lineitem amount, amount contributed,
    amount donated, amount received`,
  // When it was paid, before when a row was made of it.
  createdAt: `
    donated at, donated on, succeeded at, transacted at, created at, date, donation date, paid at, contribution date, gift date,
    payment date, transaction date, charged at, created date utc, received at, date received, created, timestamp,
    transaction time, paid on, posted date, date donated, date of donation, date of gift, settled at, created date,
    created time, order date,
    close date, contribution received date, received date, contributed at, contributed on, donation created at,
    contribution created at, gift created at, date of contribution, date and time, date time, posting date, post date,
    donation time, contribution time, payment time, gift time, processed at, processed date`,
  time: `
    time, time of day, transaction time, donation time, payment time, time of donation, contribution time,
    time received`,
  timeZone: 'time zone, timezone, tz, utc offset, timezone name',
  paymentId: `
    payment id, transaction id, charge id, donation id, contribution id, donation uid, uid, revv uid, lineitem id,
    line item id, payment token, confirmation number, receipt id, receipt number, order number, order id,
    transaction, payment intent id, paymentintent id, reference number, donation number, transaction number,
    opportunity id, donation key, gift id, gift number, contribution number, transaction id number, confirmation,
    confirmation no, receipt no, transaction no`,
  refundedAt: `
    refunded at, refund date, refunded on, date refunded, refunded date utc, refunded date, refund time,
    date of refund, refund created at, refund processed at, refund timestamp, refunded time`,
  // Of these a cell may also say yes or no.
  refundedAmount: `
    amount refunded, refund amount, refunded amount, amount of refund, total refunded, refund total,
    amount refunded usd, refund amount usd, partial refunds, refunds, refund, refunded, is refunded, was refunded,
    recurring refund`,
  refundOf: `
    refund of, refunded payment id, reference txn id, original transaction id, original payment id,
    parent transaction id, original donation id, refunded transaction id, original contribution id, original gift id,
    original charge id, original receipt id, refunded donation id, refunded contribution id, refunded charge id,
    parent payment id, parent donation id, parent contribution id`,
  paymentStatus: `
    payment status, donation status, transaction status, charge status, contribution status, payment state, status,
    is test, test, test mode, test payment, test transaction, test donation, mode, livemode, live mode, captured,
    is paid, payment result, canceled at, cancelled at, voided at, failed at, declined at, type, transaction type,
    record type, row type, entry type, event type, activity type, payment type, contribution type, donation type,
    gift type, reporting category, balance impact, stage, opportunity stage, campaign status`,
  currency: 'currency, currency code, donation currency, payment currency, transaction currency',
  address: `
    address, home street, home address, street line 1, address 1 street, donor addr1, donor address, donor address 1,
    donor address line 1, donor billing address 1, address 1, address line 1, addr1, street, street address,
    primary address1, billing address1, billing address 1, billing address, mailing address, mailing street`,
  address2: `
    address 2, donor addr2, donor address 2, donor address line 2, donor billing address 2, address line 2, addr2,
    primary address2, billing address2, billing address 2, street line 2, apt, apartment, unit, apt suite,
    address line 2 district neighborhood`,
  city: `
    city, donor city, primary city, billing city, donor billing city, address city, home city, address 1 city, town,
    town city, city town, mailing city`,
  state: `
    state, donor state, primary state, billing state, donor billing state, state code, state province,
    address region, region, home state, address 1 region, province state, us state,
    state province region county territory prefecture republic, mailing state, mailing state province`,
  zipCode: `
    zip code, zip, donor zip, donor zip code, postal code, primary zip, billing zip, donor billing zip, zip postal,
    address postal code, zip5, postcode, home postal code, address 1 postal code, zip code 5, zip postal code,
    mailing zip, mailing zip postal code, mailing postal code`,
  occupation: 'occupation, donor occupation, contributor occupation, job title, title occupation',
  employer: 'employer, donor employer, employer name, contributor employer, company, organization name',
  isPublic: `
    is public, public, show name publicly, display name publicly, list publicly, name may be published,
    ok to publish name`,
  isAnonymous: `
    anonymous, is anonymous, anonymous donation, donation anonymous, make donation anonymous,
    make this donation anonymous, make my donation anonymous, anonymous gift, anonymous donor, donor anonymous,
    given anonymously, gave anonymously, donate anonymously, donated anonymously, keep anonymous, remain anonymous,
    listed as anonymous, list as anonymous, anonymity, hide name, hide my name, hide name publicly, is private,
    private, do not publish name, recognition anonymous`,
  phone: `
    phone, phone number, mobile, mobile number, mobile phone, donor phone, cell, cell phone, telephone, home phone,
    preferred phone, donor mobile, phone 1 value, phone 1, primary phone, phone mobile, mobile phone number,
    cell phone number, can2 phone, contact number, tel, phone home`,
  skills: 'skills, skill, special skills, volunteer skills, experience',
  availability: `
    availability, available, when available, availability days, when are you available, days available,
    when can you help`,
  interests: `
    interests, interest, ways to help, volunteer interests, activities, how would you like to help, how can you help,
    how do you want to help, volunteer activities`,
  tags: 'tags, tag, tag list, labels, label',
  consentSource: 'consent source, source, opt in source, signup source, sign up source, origin, consent reason',
  consentAt: `
    consent at, consent date, consent since, confirm time, optin time, opt in date, opt in time, opted in at,
    signed up at, signup date, sign up date, subscribed at, subscribed on, applied at, date added, added time,
    created at, created, date, created time, created date, timestamp, submitted at, submission date, date submitted, date created, date joined,
    confirmed opt in date, opted in on, submitted on, submit date, subscribed date, opt in at, signup created time, signup created at, joined at, join date,
    date of sign up, date signed up, submission time, date subscribed, start date, create date, profile created on,
    subscription date, can2 subscription date`,
  optOut: `
    unsubscribed, unsubscribe, subscribed, is subscribed, email subscribed, email subscription, opt in, opted in,
    email subscription status, subscriber status, newsletter, newsletter opt in, has opted out of email,
    has opted out, email permission, permission status, can email, ok to email, may we email you, wants email,
    receive emails, receives email, receive email, no email, no emails, bounced, email bounced, is bounced,
    bounce status, hard bounce, email bad, email is bad, email1 is bad, is email bad, bad email, invalid email,
    suppressed, email suppressed, marketing consent, email marketing, email marketing consent, global unsubscribe,
    do not contact by email, unsubscribe date, unsubscribed date, date unsubscribed, opt out date, email consent,
    email opt out, opt out, opted out, do not email, email opt in, status, subscription status, email status,
    mail status, email permission status, can2 subscription status, email disabled, do not contact, blocklisted,
    accepts marketing, unsubscribed at, unsubscribed on, unsub time, clean time, confirmed opt out date, complained at,
    bounced at, unsubscribed from all email, opted out of all email, email opted out, email subscriber status,
    email blocklisted, email blacklisted, blacklisted, is deceased, deceased, email bounced date, bounced date,
    marketing contact status,
    deliverability status, marketing status, unsub, email unsubscribed at, email unsubscribed on, opted out at,
    opted out on, opted out date, opt out time, complained, spam complaint`,
  reason: `
    reason, suppression reason, consent reason, bounce reason, hard bounce reason, email hard bounce reason,
    hard bounce reason enum, email bounce reason, bounce type, bounce category, unsub reason,
    unsubscribe reason, unsubscription reason, opt out reason, confirmed opt out reason, clean reason, suppression type,
    suppressed reason, status reason, reason code, list type, type, event, event type, error, code, description`,
}

/** Headings that mean something else in files of donations and of people. */
export const usualInOptOuts: { [Field in ImportField]?: string } = {
  email:
    'recipient, recipient email, recipient address, recipient email address, address, suppressed address, suppressed email',
  consentAt: 'last update time, last updated, updated, last changed, event date, date added to list',
}

/** When a person said no: the date of an opt-out, and of no consent. */
export const saidNoAt = `
  unsub time, unsubscribed at, unsubscribed on, opt out date, confirmed opt out date, clean time, unsubscribe date,
  unsubscribed date, date unsubscribed, opted out at, opted out on, opt out time, bounced at, bounce date,
  complaint date, date opted out, suppressed at, suppressed on, bounced on, complained at, blocklisted at, date suppressed,
  suppression date, unsubscription date, date of unsubscribe`
