import { type Shape, table } from './shape.ts'

const people =
  (kind: Shape['kind']) =>
  (name: string, headings: string, rows: (string | number)[][], expected: Shape['expected'] = {}): Shape => ({
    name,
    kind,
    file: table(headings, rows),
    expected: { added: rows.length, refused: 0, ...expected },
  })
const signups = people('email-signups')
const volunteers = people('volunteers')
const optOuts = people('opt-outs')

/** Exports of mailing tools, forms and contacts. */
export const peopleShapes: Shape[] = [
  signups(
    'Mailchimp, subscribed',
    'Email Address|First Name|Last Name|MEMBER_RATING|OPTIN_TIME|CONFIRM_TIME|LEID|EUID|NOTES|TAGS',
    [['nell@b1.example', 'Nell', 'Dray', 2, '2026-01-05 10:00:00', '2026-01-05 10:01:00', 1, 'e1', '', '"county"']],
    { platform: 'Mailchimp' },
  ),
  signups(
    'Mailchimp, cleaned, by mistake',
    'Email Address|First Name|CLEAN_TIME|LEID|EUID',
    [['ola@b2.example', 'Ola', '2026-01-05 10:00:00', 1, 'e1']],
    { added: 0, refused: 1 },
  ),
  signups(
    'Constant Contact',
    'Email address|First name|Last name|Company|Email status|Email permission status|Email Lists|Created At',
    [
      ['pia@b3.example', 'Pia', 'Lund', '', 'Active', 'Express', 'News', '2026-01-05 10:00:00 EST'],
      ['quin@b3.example', 'Quin', 'Moss', '', 'Active', 'Unsubscribed', 'News', '2026-01-05'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'listmonk',
    'uuid|email|name|attributes|status|created_at|updated_at',
    [
      ['u1', 'rex@b4.example', 'Rex Hale', '{"city": "Delphi", "n": 1}', 'enabled', '2026-01-05T10:00:00.123456Z', ''],
      ['u2', 'sia@b4.example', 'Sia Orr', '{}', 'blocklisted', '2026-01-05T10:00:00.123456Z', ''],
    ],
    { added: 1, refused: 1, platform: 'listmonk' },
  ),
  signups(
    'Action Network',
    'first_name|last_name|email|zip_code|can2_subscription_status|can2_phone|created_at',
    [
      ['Tam', 'Vale', 'tam@b5.example', '47901', 'subscribed', '', '2026-01-05 10:00:00 UTC'],
      ['Uma', 'Reed', 'uma@b5.example', '47901', 'unsubscribed', '', ''],
      ['Vic', 'Ames', 'vic@b5.example', '47901', 'bouncing', '', ''],
    ],
    { added: 1, refused: 2, platform: 'Action Network' },
  ),
  signups(
    'EveryAction',
    'VANID|First Name|Last Name|Preferred Email|Email Subscription Status|Date Created',
    [
      ['1', 'Wes', 'Tull', 'wes@b6.example', 'Subscribed', '1/5/2026'],
      ['2', 'Xan', 'Yost', 'xan@b6.example', 'Not Subscribed', '1/5/2026'],
    ],
    { added: 1, refused: 1, platform: 'NGP VAN' },
  ),
  signups(
    'NationBuilder, people',
    'nationbuilder_id|first_name|last_name|email|email_opt_in|do_not_contact|unsubscribed_at|email1_is_bad|created_at',
    [
      ['1', 'Yul', 'Abel', 'yul@b7.example', 'true', 'false', '', 'false', '2026-01-05T10:00:00-05:00'],
      ['2', 'Zed', 'Bell', 'zed@b7.example', 'true', 'false', '', 'true', ''],
      ['3', 'Abby', 'Crane', 'abby@b7.example', 'false', 'false', '', 'false', ''],
    ],
    { added: 1, refused: 2, platform: 'NationBuilder' },
  ),
  signups(
    'Google Forms',
    'Timestamp|Email Address|What is your first name?|May we email you?',
    [
      ['1/5/2026 10:00:00', 'ben@b8.example', 'Ben', 'Yes'],
      ['1/5/2026 10:01:00', 'cal@b8.example', 'Cal', 'No'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'Google Contacts',
    'First Name|Middle Name|Last Name|Nickname|Notes|Labels|E-mail 1 - Label|E-mail 1 - Value|Phone 1 - Label|Phone 1 - Value',
    [['Dee', '', 'Earl', '', '', '* myContacts', '* Home', 'dee@b9.example', 'Mobile', '+1 765-555-0100']],
  ),
  signups(
    'Google Contacts of earlier years',
    'Name|Given Name|Family Name|Group Membership|E-mail 1 - Type|E-mail 1 - Value',
    [['Eli Gunn', 'Eli', 'Gunn', '* myContacts', '* Home', 'eli@b10.example']],
  ),
  signups(
    'Google Contacts with two addresses',
    'Given Name|E-mail 1 - Value',
    [['Fay', 'fay@b11.example ::: f@b11.example']],
    { added: 0, refused: 1 },
  ),
  signups(
    'Outlook contacts',
    'First Name|Middle Name|Last Name|Title|E-mail Address|E-mail 2 Address|Mobile Phone|Home Street|Home City',
    [['Gus', '', 'Hart', '', 'gus@b12.example', '', '', '', '']],
  ),
  signups(
    'Brevo',
    'EMAIL|FIRSTNAME|LASTNAME|BLOCKLISTED|ADDED_TIME',
    [
      ['ivy@b13.example', 'Ivy', 'Jett', 'FALSE', '05-01-2026 10:00:00'],
      ['jo@b13.example', 'Jo', 'Kerr', 'TRUE', '05-01-2026 10:00:00'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'a shop',
    'First Name|Last Name|Email|Accepts Marketing|Total Spent',
    [
      ['Kim', 'Lowe', 'kim@b14.example', 'yes', '0'],
      ['Lee', 'Mays', 'lee@b14.example', 'no', '0'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'a sign-up sheet with "Email Opt In"',
    'Name|Email|Email Opt In',
    [
      ['Mia Nash', 'mia@b15.example', 'Yes'],
      ['Ned Ohr', 'ned@b15.example', 'No'],
      ['Oda Pike', 'oda@b15.example', ''],
    ],
    { added: 2, refused: 1 },
  ),
  signups(
    '"Do not email"',
    'Name|Email|Do Not Email',
    [
      ['Pat Quick', 'pat@b16.example', ''],
      ['Ray Stone', 'ray@b16.example', 'X'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    '"Do not contact" and "Bounced"',
    'Name|Email|Do not contact|Bounced',
    [
      ['Sam Tate', 'sam@b17.example', 'FALSE', 'FALSE'],
      ['Ted Upton', 'ted@b17.example', 'FALSE', 'TRUE'],
      ['Una Voss', 'una@b17.example', 'TRUE', 'FALSE'],
    ],
    { added: 1, refused: 2 },
  ),
  signups(
    'Salesforce',
    'First Name|Last Name|Email|Has Opted Out Of Email|Created Date',
    [
      ['Val', 'West', 'val@b18.example', '0', '1/5/2026, 10:00 AM'],
      ['Wyn', 'York', 'wyn@b18.example', '1', '1/5/2026, 10:00 AM'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'addresses as they were pasted',
    'Email',
    [['Xia Zorn <xia@b19.example>'], ['mailto:yan@b19.example'], ['\u200bzoe@b19.example.'], ['nobody'], ['']],
    { rows: 4, added: 3, refused: 1 },
  ),
  signups('addresses with names and signs around them', 'Email', [
    ['ann@b24.example <ann@b24.example>'],
    ['Bo Kim (bo@b24.example)'],
    ['"Ray, Cy" <cy@b24.example> (home)'],
    ['\u2022 di@b24.example'],
    ['\u00abed@b24.example\u00bb'],
    ['\u2068fi@b24.example\u2069\u00a0'],
    ['mailto:gil%2Bnews@b24.example'],
    ['hal@b24.example\u2026'],
  ]),
  signups(
    'cells in which no address is the only one',
    'Email',
    [
      ['Ann <ann@b25.example>, Bo <bo@b25.example>'],
      ['cy ray@b25.example'],
      ['di@b25.example <ed@b25.example>'],
      ['fi @b25.example'],
    ],
    { added: 0, refused: 4 },
  ),
  signups(
    'the same person twice',
    'Email|First Name',
    [
      ['abe@b20.example', 'Abe'],
      ['ABE@b20.example', 'Abe'],
    ],
    { added: 1, repeated: 1 },
  ),
  signups('a date and a time in two columns', 'Email|Date|Time', [['bea@b21.example', '1/5/2026', '10:00 AM ET']]),
  signups(
    'our own export',
    'Id|Email|First name|Created at|Email consent|Consent reason|Consent since',
    [
      ['1', 'cy@b22.example', 'Cy', '2026-01-05T10:00:00.000Z', 'yes', 'signed up', '2026-01-05T10:00:00.000Z'],
      ['2', 'di@b22.example', 'Di', '2026-01-05T10:00:00.000Z', 'no', 'unsubscribed', '2026-01-06T10:00:00.000Z'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'Mailchimp, a whole audience',
    'Email Address|Status',
    [
      ['ed@b23.example', 'Subscribed'],
      ['fi@b23.example', 'Pending'],
      ['gil@b23.example', 'Cleaned'],
      ['hal@b23.example', 'Transactional'],
    ],
    { added: 1, refused: 3 },
  ),
  volunteers(
    'Mobilize',
    'first name|last name|email|phone|zip|event title|timeslot start|signup created time|attended',
    [
      [
        'Nell',
        'Dray',
        'nell@c1.example',
        '+17655550100',
        '47901',
        'Canvass',
        '2026-02-14 10:00',
        '2026-01-05 10:00:00',
        '',
      ],
    ],
  ),
  volunteers(
    'Google Forms',
    'Timestamp|Full Name|Email Address|Phone Number|How would you like to help?|When are you available?',
    [['1/5/2026 10:00:00', 'Ola Finn', 'ola@c2.example', '(765) 555-0100', 'Phone banking, Canvassing', 'Weekends']],
  ),
  volunteers(
    'NationBuilder',
    'nationbuilder_id|first_name|last_name|email|mobile_number|email_opt_in',
    [['1', 'Pia', 'Lund', 'pia@c3.example', '7655550100', 'true']],
    { platform: 'NationBuilder' },
  ),
  volunteers('EveryAction', 'VANID|First Name|Last Name|Preferred Email|Preferred Phone|Activist Codes', [
    ['1', 'Quin', 'Moss', 'quin@c4.example', '(765) 555-0100', 'Volunteer'],
  ]),
  volunteers('Action Network', 'first_name|last_name|email|can2_phone|can2_subscription_status', [
    ['Rex', 'Hale', 'rex@c5.example', '17655550100', 'subscribed'],
  ]),
  volunteers('an ad form', 'id|created_time|full_name|email|phone_number', [
    ['l:1', '2026-01-05T10:00:00-05:00', 'Sia Orr', 'sia@c6.example', 'p:+17655550100'],
  ]),
  volunteers('phone numbers as floats', 'Name|Email|Phone', [['Tam Vale', 'tam@c7.example', '7655550100.0']]),
  volunteers(
    'a phone number that a spreadsheet shortened',
    'Name|Email|Phone',
    [['Tam Vale', 'tam@c15.example', '7.65555E+09']],
    {
      added: 0,
      refused: 1,
    },
  ),
  volunteers('another form', 'Submission Date|Name - First Name|Name - Last Name|E-mail|Phone Number', [
    ['Jan 5, 2026', 'Tam', 'Vale', 'tam@c16.example', '(765) 555-0100'],
  ]),
  signups(
    'Klaviyo',
    'Email|Email Marketing Consent',
    [
      ['tam@c17.example', 'SUBSCRIBED'],
      ['u@c17.example', 'NEVER_SUBSCRIBED'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'HubSpot',
    'Record ID|First Name|Last Name|Email|Marketing contact status|Unsubscribed from all email',
    [
      ['1', 'A', 'B', 'a@c18.example', 'Marketing contact', ''],
      ['2', 'A', 'B', 'c@c18.example', 'Marketing contact', 'TRUE'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'HubSpot, with kinds of mail',
    'Record ID|First Name|Last Name|Email|Marketing contact status|Create Date (EST)|Time Zone|Unsubscribed from all email|Opted out of email: Marketing Information',
    [
      ['1', 'Ned', 'Ohr', 'ned@c19.example', 'Marketing contact', '2026-01-05 10:00', 'Somewhere', 'false', ''],
      ['2', 'Oda', 'Pike', 'oda@c19.example', 'Marketing contact', '2026-01-05 10:00', 'Somewhere', 'false', 'Yes'],
      ['3', 'Pat', 'Ray', 'pat@c19.example', 'Non-marketing contact', '2026-01-05 10:00', 'Somewhere', 'false', ''],
    ],
    { added: 1, refused: 2 },
  ),
  signups(
    'Salesforce, with bounces',
    'First Name|Last Name|Email|Email Opt Out|Created Date|Email Bounced Date',
    [
      ['Ned', 'Ohr', 'ned@c20.example', '0', '1/5/2026', ''],
      ['Oda', 'Pike', 'oda@c20.example', '0', '1/5/2026', '1/6/2026'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'NationBuilder, with people who died',
    'nationbuilder_id|first_name|email|email_opt_in|is_deceased|created_at',
    [
      ['1', 'Ned', 'ned@c21.example', 'true', 'false', '2026-01-05T10:00:00-05:00'],
      ['2', 'Oda', 'oda@c21.example', 'true', 'true', '2026-01-05T10:00:00-05:00'],
    ],
    { platform: 'NationBuilder', added: 1, refused: 1 },
  ),
  signups(
    'Constant Contact, with holds',
    'Email address|First name|Email status|Email permission status|Confirmed Opt-Out Date|Source Name|Created At|Updated At',
    [
      ['ned@c22.example', 'Ned', 'Active', 'Implied', '', 'Sign-up', '2026-01-05 10:00:00 -0500', ''],
      ['oda@c22.example', 'Oda', 'Active', 'Temporary hold', '', 'Sign-up', '2026-01-05 10:00:00 -0500', ''],
      ['pat@c22.example', 'Pat', 'Active', 'Awaiting confirmation', '', 'Sign-up', '2026-01-05 10:00:00 -0500', ''],
    ],
    { added: 1, refused: 2 },
  ),
  signups(
    'a form with a question about email',
    'Timestamp|Email Address|First name|Would you like to receive updates by email?|SMS opt in',
    [
      ['1/5/2026 10:00:00', 'ned@c23.example', 'Ned', 'Yes, please!', 'No'],
      ['1/5/2026 10:00:00', 'oda@c23.example', 'Oda', 'No, thanks', 'Yes'],
    ],
    { added: 1, refused: 1 },
  ),
  signups(
    'Mailchimp, with where people live',
    'Email Address|First Name|Last Name|MEMBER_RATING|OPTIN_TIME|OPTIN_IP|CONFIRM_TIME|CONFIRM_IP|LATITUDE|LONGITUDE|GMTOFF|DSTOFF|TIMEZONE|CC|REGION|LAST_CHANGED|LEID|EUID|NOTES',
    [
      [
        'ned@c24.example',
        'Ned',
        'Ohr',
        2,
        '',
        '',
        '2026-01-05 10:00:00',
        '',
        '',
        '',
        -5,
        -4,
        'Americaindiana',
        'US',
        'IN',
        '',
        1,
        'e',
        '',
      ],
    ],
    { platform: 'Mailchimp' },
  ),
  signups(
    'a form that asks for consent in its own words',
    'Email|First name|GDPR consent|I would like to receive emails from the campaign',
    [
      ['ned@c25.example', 'Ned', 'I agree. I can unsubscribe at any time.', 'TRUE'],
      ['oda@c25.example', 'Oda', 'I do not agree', 'TRUE'],
      ['pat@c25.example', 'Pat', 'I agree', 'FALSE'],
      ['ray@c25.example', 'Ray', '', 'Unchecked'],
    ],
    { added: 1, refused: 3 },
  ),
  signups(
    'a list with states in other words',
    'Email|Email status|DNE',
    [
      ['ned@c26.example', 'Subscribed', ''],
      ['oda@c26.example', 'Globally unsubscribed', ''],
      ['pat@c26.example', 'Reported spam', ''],
      ['ray@c26.example', 'Opt-in pending', ''],
      ['sal@c26.example', 'Subscribed', 'Y'],
    ],
    { added: 1, refused: 4 },
  ),
  volunteers('several phone numbers', 'Name|Email|Phone', [
    ['Uma Reed', 'uma@c8.example', '(765) 555-0100; (765) 555-0199'],
  ]),
  volunteers('an extension', 'Name|Email|Work phone|Phone', [
    ['Vic Ames', 'vic@c9.example', '', '+1 (765) 555-0100 extension 4'],
  ]),
  volunteers('a couple', 'Name|Email|Phone', [['Wes & Xan Tull', 'wes@c10.example', '']]),
  volunteers('one name only', 'Name|Email', [['Cher', 'cher@c11.example']], { added: 0, refused: 1 }),
  volunteers('Outlook contacts', 'First Name|Last Name|E-mail Address|Mobile Phone|Categories', [
    ['Yul', 'Abel', 'yul@c12.example', '765-555-0100', 'Volunteer'],
  ]),
  volunteers(
    'three hundred columns',
    `Name|Email|${Array.from({ length: 298 }, (_, n) => `Question ${n}`).join('|')}`,
    [
      ['Zed Bell', 'zed@c13.example', ...Array.from({ length: 60 }, () => 'x')],
      ['Zoe Bell', 'zoe@c13.example', ...Array.from({ length: 298 }, () => 'x')],
    ],
    { added: 1, refused: 1 },
  ),
  volunteers(
    'our own export',
    'Id|First name|Last name|Email|Phone|Skills|Availability|Interests|Skill match|Applied at|Email consent|Consent reason|Consent since',
    [
      [
        '1',
        'Abby',
        'Crane',
        'abby@c14.example',
        "'+17655550100",
        "'=1+1",
        'Weekends',
        'Canvassing',
        '',
        '2026-01-05T10:00:00.000Z',
        'unknown',
        '',
        '',
      ],
    ],
  ),
  optOuts(
    'Mailchimp, unsubscribed',
    'Email Address|First Name|OPTIN_TIME|UNSUB_TIME|UNSUB_REASON|LEID|EUID',
    [['nell@d1.example', 'Nell', '2025-01-05 10:00:00', '2026-01-05 10:00:00', 'N/A', 1, 'e']],
    { platform: 'Mailchimp' },
  ),
  optOuts(
    'Mailchimp, cleaned',
    'Email Address|CLEAN_TIME|LEID|EUID',
    [['ola@d2.example', '2026-01-05 10:00:00', 1, 'e']],
    { platform: 'Mailchimp' },
  ),
  optOuts('Constant Contact', 'Email address|Email permission status|Confirmed Opt-Out Date', [
    ['pia@d3.example', 'Unsubscribed', '1/5/2026'],
  ]),
  optOuts(
    'a whole audience, in which some get email',
    'Email|Status|Unsubscribed at',
    [
      ['quin@d4.example', 'subscribed', ''],
      ['rex@d4.example', 'unsubscribed', '2026-01-05'],
      ['sia@d4.example', 'bounced', ''],
    ],
    { added: 2, refused: 1 },
  ),
  optOuts(
    'listmonk',
    'uuid|email|name|attributes|status',
    [
      ['u1', 'tam@d5.example', 'Tam', '{}', 'blocklisted'],
      ['u2', 'uma@d5.example', 'Uma', '{}', 'enabled'],
    ],
    { added: 1, refused: 1 },
  ),
  optOuts(
    '"Email Opt In" of "No"',
    'Email|Email Opt In',
    [
      ['vic@d6.example', 'No'],
      ['wes@d6.example', 'Yes'],
    ],
    { added: 1, refused: 1 },
  ),
  optOuts('a mail provider, suppressions', 'email|reason|created', [
    ['xan@d7.example', 'Bounced Address', '1770658388'],
  ]),
  optOuts('a mail provider, Recipient', 'Email Address|Suppression Reason|Suppressed At', [
    ['yul@d8.example', 'HardBounce', '2026-01-05T10:00:00Z'],
  ]),
  optOuts('one column', 'Email', [['zed@d9.example'], ['abby@d9.example']]),
  optOuts('our own export', 'Id|Email|First name|Created at|Email consent|Consent reason|Consent since', [
    ['2', 'ben@d10.example', '', '2026-01-05T10:00:00.000Z', 'no', 'unsubscribed', '2026-01-06T10:00:00.000Z'],
  ]),
]
