import { type Shape, table } from './shape.ts'

type Row = { [heading: string]: string }
/** A file with all columns of an export, of which few have something in a row. */
const wide = (name: string, headings: string, rows: readonly Row[], expected: Shape['expected']): Shape => ({
  name,
  kind: 'donations',
  file: table(
    headings,
    rows.map((row) => {
      const columns = headings.split('|')
      for (const heading of Object.keys(row)) if (!columns.includes(heading)) throw new Error(`${name}: ${heading}`)
      return columns.map((heading) => row[heading] ?? '')
    }),
  ),
  expected,
})

const donor = (given: string, family: string, email: string) => ({
  'First Name': given,
  'Last Name': family,
  Email: email,
})

const actBlue =
  'Receipt ID|Date|Amount|Recurring Total Months|Recurrence Number|Recipient|Fundraising Page|Fundraising Partner|Reference Code 2|Reference Code|Donor First Name|Donor Last Name|Donor Addr1|Donor Addr2|Donor City|Donor State|Donor ZIP|Donor Country|Donor Occupation|Donor Employer|Donor Email|Donor Phone|New Express Signup|Comments|Check Number|Check Date|Employer Addr1|Employer Addr2|Employer City|Employer State|Employer ZIP|Employer Country|Donor ID|Fundraiser ID|Fundraiser Recipient ID|Fundraiser Contact Email|Fundraiser Contact First Name|Fundraiser Contact Last Name|Partner ID|Partner Contact Email|Partner Contact First Name|Partner Contact Last Name|Reserved_01|Lineitem ID|AB Test Name|AB Variation|Recipient Committee|Recipient ID|Recipient Gov ID|Recipient Election|Reserved_02|Payment ID|Payment Date|Disbursement ID|Disbursement Date|Recovery ID|Recovery Date|Refund ID|Refund Date|Fee|Recur Weekly|ActBlue Express Lane|Card Type|Mobile|Recurring Upsell Shown|Recurring Upsell Succeeded|Double Down|Smart Recurring|Monthly Recurring Amount|Apple Pay|Card Replaced by Account Updater|ActBlue Express Donor|Custom Field 1 Label|Custom Field 1 Value|Donor US Passport Number|Text Message Opt In|Gift Identifier|Gift Declined|Shipping Addr1|Shipping City|Shipping State|Shipping Zip|Shipping Country|Weekly Recurring Amount|Smart Boost Amount|Smart Boost Shown|Kind|Recurring Type'
const actBlueGift = (id: string, given: string, email: string): Row => ({
  'Receipt ID': `AB${id}`,
  Date: '2026-02-09 18:03:22',
  Amount: '25.00',
  Recipient: 'Ours',
  'Donor First Name': given,
  'Donor Last Name': 'Lund',
  'Donor Addr1': '4 Oak St',
  'Donor City': 'Delphi',
  'Donor State': 'IN',
  'Donor ZIP': '46923',
  'Donor Email': email,
  'Lineitem ID': `7${id}`,
  'Payment ID': `8${id}`,
  'Payment Date': '2026-02-16',
  Fee: '0.99',
  'Gift Declined': 'false',
  Kind: 'contribution',
})

const anedot =
  'Number|Processed Date|Type|Donation Date|Donation Amount|Gross Amount|Net Amount|Anedot Fee|UID|Status|Campaign|First Name|Middle Initial|Last Name|Address Line 1|City|State|Zip|Source Type|Card Type|Card Last 4|Phone|Email|Employer|Occupation|Check Number|Comments|Recurring|Donor Covered Fees|Name of Employer\n(if self employed, the business)'

const payPal =
  'Date|Time|TimeZone|Name|Type|Status|Currency|Gross|Fee|Net|From Email Address|To Email Address|Transaction ID|Shipping Address|Address Status|Item Title|Item ID|Shipping and Handling Amount|Insurance Amount|Sales Tax|Option 1 Name|Option 1 Value|Reference Txn ID|Invoice Number|Custom Number|Quantity|Receipt ID|Balance|Address Line 1|Address Line 2/District/Neighborhood|Town/City|State/Province/Region/County/Territory/Prefecture/Republic|Zip/Postal Code|Country|Contact Phone Number|Subject|Note|Country Code|Balance Impact'
const paid: Row = {
  Date: '02/09/2026',
  Time: '17:33:08',
  TimeZone: 'PST',
  Name: 'Vic Ames',
  Status: 'Completed',
  Currency: 'USD',
  'From Email Address': 'vic@p5.example',
  'Town/City': 'Delphi',
  'State/Province/Region/County/Territory/Prefecture/Republic': 'IN',
  'Zip/Postal Code': '46923',
}

const donorbox =
  "Name|Donating Company|Donor's First Name|Donor's Last Name|Donor Email|Make Donation Anonymous|Campaign|Amount Description|Amount|Fair Market Value|Fair Market Value Description|Tax Deductible Amount|Currency|Amount in USD|Processing Fee|Platform Fee|Total Fee|Net Amount|Fee Covered|Donor Comment|Internal Notes|Donated At|Phone|Address|Address 2|City|State / Province|Postal Code|Country|Employer|Occupation|Designation|Receipt Id|Donation Type|Card Type|Last 4 Digits|Stripe Charge Id|Pay Pal Transaction Id|Pay Pal Capture Id|Recurring Donation|Recurring Plan Id|Recurring Start Date|Join Mailing List|Dedication Type|Honoree Name|Recipient Name|Recipient Email|Recipient Address|Recipient Message|First Donation|Fundraiser|Donor Id"

const givebutter =
  'id|number|campaign_id|campaign_code|plan_id|team_id|member_id|fund_id|fund_code|first_name|last_name|email|phone|communication_opt_in|status|method|amount|fee|fee_covered|donated|payout|currency|transacted_at|created_at|captured|captured_at|refunded|refunded_at'
const given = (id: string, name: string): Row => ({
  id,
  campaign_code: 'SPRING',
  first_name: name,
  last_name: 'Reed',
  email: `${name.toLowerCase()}@p7.example`,
  method: 'card',
  amount: '52.00',
  fee_covered: '2.00',
  donated: '50.00',
  payout: '50.00',
  currency: 'USD',
  transacted_at: '2026-02-09 22:33:08',
  captured: 'true',
  refunded: 'false',
})

/**
 * Columns that public sources name for the exports of platforms, with rows of our own. No real export of WinRed or Anedot was
 * seen; of Givebutter the columns of its API are known.
 */
export const platformShapes: Shape[] = [
  wide(
    'ActBlue, a gift and one that was refunded since',
    actBlue,
    [
      actBlueGift('01', 'Pia', 'pia@p1.example'),
      { ...actBlueGift('02', 'Quin', 'quin@p1.example'), 'Refund ID': '55', 'Refund Date': '2026-02-20 09:00:00' },
    ],
    { platform: 'ActBlue', added: 2, refused: 0, refunded: 1, addedAmount: 5000, refundedAmount: 2500 },
  ),
  wide(
    'Anedot, the ledger, in which a refund has no sign and a payout is no gift',
    anedot,
    [
      {
        ...donor('Rex', 'Hale', 'rex@p2.example'),
        'Processed Date': '2026-04-09 20:57:08 -0400',
        Type: 'Donation',
        'Donation Date': '2026-04-09',
        'Donation Amount': '$52.40',
        'Gross Amount': '$50.00',
        UID: 'u1',
        Status: 'completed',
      },
      {
        ...donor('Rex', 'Hale', 'rex@p2.example'),
        'Processed Date': '2026-04-12 20:57:08 -0400',
        Type: 'Refund',
        'Donation Date': '2026-04-09',
        'Donation Amount': '$52.40',
        UID: 'u1',
        Status: 'refunded',
      },
      {
        ...donor('Our', 'Bank', 'us@p2.example'),
        Type: 'Withdrawal',
        'Donation Date': '2026-04-09',
        'Donation Amount': '$1,000.00',
        UID: 'w1',
        Status: 'completed',
      },
    ],
    { platform: 'Anedot', added: 1, refunded: 1, refused: 1, addedAmount: 5240, refundedAmount: 5240 },
  ),
  wide(
    'WinRed, the ledger, with a payment ID',
    'Type|Date|Name|Email|Gross|Fee|Net|Balance|Transaction ID',
    [
      {
        Type: 'Donation',
        Date: '2026-02-09',
        Name: 'Sia Orr',
        Email: 'sia@p3.example',
        Gross: '$50.00',
        'Transaction ID': 'w1',
      },
      {
        Type: 'Dispute',
        Date: '2026-02-19',
        Name: 'Sia Orr',
        Email: 'sia@p3.example',
        Gross: '-$50.00',
        'Transaction ID': 'w1',
      },
      { Type: 'Payout', Date: '2026-02-20', Gross: '-$900.00', 'Transaction ID': 'p1' },
    ],
    { added: 1, refunded: 1, refused: 1, refundedAmount: 5000 },
  ),
  wide(
    'WinRed, a payout, in which nothing says which gift was refunded',
    'id|Date|First Name|Last Name|Email|Gross Amount|Fee|Net Amount|Source Code|Address|City|State|Zip|Employer|Occupation',
    [
      {
        id: 'w1',
        Date: '2026-02-09',
        ...donor('Tam', 'Vale', 'tam@p4.example'),
        'Gross Amount': '50.0',
        'Source Code': 'x',
      },
      { id: 'w1', Date: '2026-02-12', ...donor('Tam', 'Vale', 'tam@p4.example'), 'Gross Amount': '-50.0' },
      { id: 'w2', Date: '2026-02-12', ...donor('Tam', 'Vale', 'tam@p4.example'), 'Gross Amount': '0.0' },
    ],
    { added: 1, refunded: 0, refused: 2, addedAmount: 5000 },
  ),
  wide(
    'PayPal, everything that an account did',
    payPal,
    [
      { ...paid, Type: 'Donation Payment', Gross: '1,250.00', 'Transaction ID': 'A5', 'Balance Impact': 'Credit' },
      {
        ...paid,
        Type: 'Payment Refund',
        Gross: '-50.00',
        'Transaction ID': 'B5',
        'Reference Txn ID': 'A5',
        'Balance Impact': 'Debit',
      },
      { ...paid, Type: 'General Withdrawal', Gross: '-500.00', 'Transaction ID': 'C5', 'Balance Impact': 'Debit' },
      {
        ...paid,
        Type: 'Account Hold for Open Authorization',
        Gross: '-5.00',
        'Transaction ID': 'D5',
        'Balance Impact': 'Memo',
      },
      { ...paid, Type: 'Subscription Payment', Status: 'Pending', Gross: '5.00', 'Transaction ID': 'E5' },
      { ...paid, Type: 'General Currency Conversion', Gross: '5.00', 'Transaction ID': 'F5' },
    ],
    { platform: 'PayPal', added: 1, refunded: 1, refused: 4, addedAmount: 125_000, refundedAmount: 5000 },
  ),
  wide(
    'Donorbox, all columns',
    donorbox,
    [
      {
        Name: 'Uma Reed',
        "Donor's First Name": 'Uma',
        "Donor's Last Name": 'Reed',
        'Donor Email': 'uma@p6.example',
        'Make Donation Anonymous': 'Yes',
        Amount: '60.0',
        Currency: 'USD',
        'Amount in USD': '60.0',
        'Net Amount': '58.2',
        'Donated At': '02/09/2026 17:33:08',
        'Receipt Id': 'rc6',
        'Donation Type': 'stripe',
        'Recipient Email': 'card@p6.example',
      },
    ],
    { platform: 'Donorbox', added: 1, refused: 0, addedAmount: 6000 },
  ),
  wide(
    'Givebutter, with a gift that was not captured',
    givebutter,
    [
      { ...given('g1', 'Val'), status: 'succeeded' },
      { ...given('g2', 'Wyn'), status: 'authorized', captured: 'false' },
      { ...given('g3', 'Xia'), status: 'failed' },
    ],
    { platform: 'Givebutter', added: 1, refused: 2, addedAmount: 5200 },
  ),
  wide(
    'Engaging Networks, where a refund has no sign',
    'Supporter Email|First Name|Last Name|Campaign Status|Transaction ID|Donation Amount|Currency|Donation Date',
    [
      {
        'Supporter Email': 'yan@p8.example',
        'First Name': 'Yan',
        'Last Name': 'Ames',
        'Campaign Status': 'success',
        'Transaction ID': 'en1',
        'Donation Amount': '20.00',
        Currency: 'USD',
        'Donation Date': '2026-02-09',
      },
      {
        'Supporter Email': 'yan@p8.example',
        'First Name': 'Yan',
        'Last Name': 'Ames',
        'Campaign Status': 'refund',
        'Transaction ID': 'en1',
        'Donation Amount': '20.00',
        Currency: 'USD',
        'Donation Date': '2026-02-11',
      },
    ],
    { added: 1, refunded: 1, refused: 0, refundedAmount: 2000 },
  ),
  wide(
    'Stripe, the balance: its refund has an id of its own',
    'id|Type|Source|Amount|Fee|Net|Currency|Created (UTC)|Description|Customer Email|Customer Name',
    [
      {
        id: 'txn_1',
        Type: 'charge',
        Source: 'ch_1',
        Amount: '50.00',
        Currency: 'usd',
        'Created (UTC)': '2026-02-09 22:33',
        'Customer Email': 'zoe@p9.example',
        'Customer Name': 'Zoe Bond',
      },
      {
        id: 'txn_2',
        Type: 'refund',
        Source: 're_1',
        Amount: '-50.00',
        Currency: 'usd',
        'Created (UTC)': '2026-02-10 22:33',
        'Customer Email': 'zoe@p9.example',
        'Customer Name': 'Zoe Bond',
      },
      {
        id: 'txn_3',
        Type: 'payout',
        Source: 'po_1',
        Amount: '500.00',
        Currency: 'usd',
        'Created (UTC)': '2026-02-10 22:33',
        'Customer Email': 'us@p9.example',
        'Customer Name': 'Our Bank',
      },
    ],
    { added: 1, refunded: 0, refused: 2 },
  ),
  wide(
    'NationBuilder, private and in cents',
    'nationbuilder_id|donation_id|amount_in_cents|payment_type_name|succeeded_at|canceled_at|failed_at|created_at|is_private|employer|occupation|first_name|last_name|email|billing_address1|billing_city|billing_state|billing_zip|donation_tracking_code',
    [
      {
        donation_id: 'nb1',
        amount_in_cents: '2000',
        payment_type_name: 'Credit Card',
        succeeded_at: '2026-02-09T17:33:08-05:00',
        is_private: 'true',
        first_name: 'Abe',
        last_name: 'Bond',
        email: 'abe@p10.example',
      },
    ],
    { platform: 'NationBuilder', added: 1, refused: 0, addedAmount: 2000 },
  ),
  wide(
    'Salesforce NPSP, opportunities',
    'Opportunity Name|Opportunity ID|Amount|Stage|Close Date|Primary Contact: First Name|Primary Contact: Last Name|Primary Contact: Email|Type',
    [
      {
        'Opportunity ID': '006A',
        Amount: '$20.00',
        Stage: 'Closed Won',
        'Close Date': '2/9/2026',
        'Primary Contact: First Name': 'Bea',
        'Primary Contact: Last Name': 'Cole',
        'Primary Contact: Email': 'bea@p11.example',
        Type: 'Donation',
      },
      {
        'Opportunity ID': '006B',
        Amount: '$20.00',
        Stage: 'Pledged',
        'Close Date': '2/9/2026',
        'Primary Contact: First Name': 'Bea',
        'Primary Contact: Last Name': 'Cole',
        'Primary Contact: Email': 'bea@p11.example',
        Type: 'Donation',
      },
    ],
    { added: 1, refused: 1, addedAmount: 2000 },
  ),
  wide(
    'EveryAction, with the ids of ActBlue',
    'VANID|Contact Name|Preferred Email|Contribution ID|Date Received|Amount|Designation|Source Code|Status|Refund Date|ActBlue ID|Payment Method',
    [
      {
        VANID: '101',
        'Contact Name': 'Crane, Abby',
        'Preferred Email': 'abby@p12.example',
        'Contribution ID': 'ct12',
        'Date Received': '2/9/2026',
        Amount: '$75.00',
        Status: 'Settled',
        'ActBlue ID': 'AB12',
      },
    ],
    { platform: 'NGP VAN', added: 1, refused: 0, addedAmount: 7500 },
  ),
]
