import {
  type About,
  head,
  type Meaning,
  multipart,
  part,
  postfix,
  type ReportKind,
  reportType,
  sent,
  status,
} from './report-parts.ts'
import { lines } from './returned-mails.ts'

/** A report by its status and what the mail server said. */
type Said = [name: string, meaning: Meaning, status: string, said?: string]

const said: Said[] = [
  ['Exchange Online, passed on: unknown', 'hard', '5.1.351', '550 5.1.351 Remote server returned unknown recipient'],
  [
    'Exchange Online, passed on: unknown, in words',
    'hard',
    '5.0.350',
    '550 5.0.350 Remote server returned an error -> 550 5.1.1 User unknown',
  ],
  [
    'Exchange Online, passed on: blocked',
    'soft',
    '5.0.350',
    '550 5.0.350 Remote server returned an error -> 554 5.7.1 Client host [192.0.2.7] blocked using zen.spamhaus.org',
  ],
  [
    'Exchange Online, a group for members',
    'soft',
    '5.7.133',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
  ],
  ['Exchange Online, full', 'soft', '5.2.2', '554 5.2.2 mailbox full; MapiExceptionShutoffQuotaExceeded'],
  ['Exchange Online, expired', 'soft', '5.4.300', '550 5.4.300 Message expired -> 451 4.7.500 Server busy'],
  [
    'Gmail, no such domain',
    'hard',
    '4.0.0',
    "DNS Error: 12345 DNS type 'mx' lookup of example.com responded with code NXDOMAIN Domain name not found: example.com",
  ],
  [
    'Gmail, name server away',
    'soft',
    '4.0.0',
    "DNS Error: 12345 DNS type 'mx' lookup of example.com responded with code SERVFAIL",
  ],
  ['Gmail, out of storage', 'soft', '5.2.2', "552-5.2.2 The recipient's inbox is out of storage space and inactive."],
  [
    'Google Groups',
    'soft',
    '5.7.1',
    'The group you tried to contact (pat) may not exist, or you may not have permission to post messages to it.',
  ],
  ['Postfix, null MX', 'hard', '5.1.0', 'Domain example.com does not accept mail (nullMX)'],
  ['Postfix, loop', 'soft', '5.4.6', '554 5.4.6 Too many hops'],
  ['Dovecot, full', 'soft', '5.2.2', '552 5.2.2 <pat@example.com> Quota exceeded (mailbox for user is full)'],
  ['AOL, blocked', 'soft', '5.2.1', '521 5.2.1 : AOL will not accept delivery of this message.'],
  ['Outlook.com, blocked', 'soft', '5.0.0', "550 SC-001 Unfortunately, messages from 192.0.2.7 weren't sent."],
  ['Cox, unknown', 'hard', '5.1.0', '550 5.1.0 <pat@example.com> recipient rejected'],
  ['Proofpoint, blocked', 'soft', '5.0.0', '554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.7'],
  ['Mimecast, unknown', 'hard', '5.0.0', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550'],
  ['Mimecast, policy', 'soft', '5.0.0', '554 Email rejected due to security policies - MCSpamSignature.sa.10.1'],
  [
    'Barracuda, unknown',
    'hard',
    '5.0.0',
    '550 permanent failure for one or more recipients (pat@example.com:550 cuda_nsu)',
  ],
  ['Barracuda, blocked', 'soft', '5.0.0', '550 permanent failure for one or more recipients (pat@example.com:blocked)'],
  [
    'SES, on its list',
    'hard',
    '5.1.1',
    'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
  ],
  ['T-Online, unknown', 'hard', '5.0.0', '550 Benutzer unbekannt'],
  ['Orange, unknown', 'hard', '5.0.0', '550 Adresse inconnue'],
  ['Telefónica, unknown', 'hard', '5.0.0', '550 La cuenta de correo no existe'],
  ['Libero, unknown', 'hard', '5.0.0', '550 Utente sconosciuto'],
  ['a content filter', 'soft', '5.0.0', '554 Local CT filter Reject'],
  ['a German policy', 'soft', '5.0.0', '550 Absender Adresse unbekannt: wegen Richtlinie abgelehnt'],
]

const inWords = (about: About): ReportKind[] => {
  const words = (name: string, meaning: Meaning, from: string, subject: string, ...body: string[]): ReportKind => ({
    name,
    meaning,
    source: lines(...head(from, subject), '', ...body, '', sent(about)),
  })
  /** As Exchange writes it in each language. */
  const exchange = (language: string, subject: string, opening: string, reason: string) =>
    words(
      `Exchange, words in ${language}`,
      'hard',
      'postmaster@tenant.example',
      subject,
      opening,
      '',
      about.to,
      reason,
      '',
      about.to,
      '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
      '',
    )
  const qmail = (name: string, meaning: Meaning, ...body: string[]) =>
    words(
      name,
      meaning,
      'MAILER-DAEMON@mx.example',
      'failure notice',
      'Hi. This is the qmail-send program at mx.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      ...body,
      '',
      '--- Below this line is a copy of the message.',
      '',
    )
  const { to } = about
  return [
    exchange('German', 'Unzustellbar: News', 'Fehler bei der Nachrichtenzustellung:', 'Nicht gefunden.'),
    exchange('French', 'Non remis : News', 'Échec de la remise pour ces destinataires :', 'Introuvable.'),
    exchange('Spanish', 'No se puede entregar: News', 'Error de entrega a estos destinatarios:', 'No se encontró.'),
    exchange('Italian', 'Non recapitabile: News', 'Recapito non riuscito:', 'Indirizzo non trovato.'),
    exchange('Dutch', 'Onbestelbaar: News', 'Kan het bericht niet bezorgen:', 'Niet gevonden.'),
    qmail(
      'qmail, ours is unknown, another is blocked',
      'hard',
      '<private@far.example>:',
      'Remote host said: 550 5.7.1 blocked by spamhaus',
      '',
      `<${to}>:`,
      'Remote host said: 550 5.1.1 unknown user',
    ),
    qmail(
      'qmail, ours is blocked, another is unknown',
      'soft',
      `<${to}>:`,
      'Remote host said: 550 5.7.1 blocked by spamhaus',
      '',
      '<private@far.example>:',
      'Remote host said: 550 5.1.1 unknown user',
    ),
    qmail(
      'qmail, too long in the queue',
      'soft',
      `<${to}>:`,
      'Connected to 192.0.2.1 but greeting failed.',
      "I'm not going to try again; this message has been in the queue too long.",
    ),
    words(
      'qmail, words in German',
      'hard',
      'MAILER-DAEMON@mx.example',
      'Fehler bei der Zustellung',
      'Ihre Nachricht konnte leider nicht an die folgenden Adressen zugestellt werden.',
      '',
      `<${to}>:`,
      '550 Benutzer unbekannt',
      '',
    ),
    words(
      'Yahoo, no mail server',
      'hard',
      'MAILER-DAEMON@yahoo.example',
      'Failure Notice',
      'Sorry, we were unable to deliver your message to the following address.',
      '',
      `<${to}>:`,
      'No MX or A records for example.com',
      '',
    ),
    words(
      'QQ',
      'hard',
      'PostMaster@qq.example',
      '=?utf-8?B?57O757uf6YCA5L+hL1N5c3RlbXMgYm91bmNl?=',
      'Sorry, your mail is returned',
      '',
      'host mx.example said: 550 Mailbox not found',
      '',
    ),
    words(
      'Barracuda, words',
      'soft',
      'Barracuda Spam Firewall <MAILER-DAEMON@barracuda.example>',
      '**Message you sent blocked by our bulk email filter**',
      `Your message to: ${to}`,
      'was blocked by our Spam Firewall. The email you sent with the following subject has NOT BEEN DELIVERED:',
      '',
    ),
    words(
      'SpamCop',
      'complaint',
      '4711@reports.spamcop.net',
      '[SpamCop (192.0.2.7) id:4711]News',
      '[ SpamCop V5.4.0 ]',
      'This message is brief for your comfort.',
      '',
      '[ Offending message ]',
    ),
    words(
      'a delay, words in German',
      'ignored',
      'mailer-daemon@gmx.example',
      'Zustellung verzögert',
      'Ihre Nachricht konnte bislang nicht zugestellt werden. Es werden weitere Zustellversuche unternommen.',
      '',
    ),
    words(
      'a delay, words in French',
      'ignored',
      'mailer-daemon@orange.example',
      'Retard de distribution',
      "Votre message n'a pas pu être remis. Nouvelles tentatives en cours.",
      '',
    ),
    ...[
      ['English', 'Automatic reply: Undeliverable: News', 'I am away. It could not be delivered: 550 5.1.1'],
      ['German', 'Automatische Antwort: Unzustellbar: News', 'Ich bin nicht da; die Adresse ist unbekannt.'],
      ['French', '=?utf-8?Q?R=C3=A9ponse_automatique_=3A_Non_remis?=', "Je suis absent, l'adresse est inconnue."],
      ['Spanish', '=?utf-8?Q?Respuesta_autom=C3=A1tica=3A_No_se_puede_entregar?=', 'El usuario no existe hoy.'],
    ].map(([language, subject = '', body = '']) =>
      words(`an absence note in ${language}`, 'ignored', `Pat <${to}>`, subject, body, ''),
    ),
  ]
}

/** A report that a colleague passed on as an attachment. */
const passedOn = (about: About): string =>
  lines(
    ...head('colleague@campaign.example', 'Fwd: returned', 'Content-Type: multipart/mixed; boundary="M"'),
    '',
    '--M',
    'Content-Type: message/rfc822',
    '',
    postfix(about, status({ recipient: about.to, status: '5.1.1', said: '550 5.1.1 User unknown' })),
    '--M--',
    '',
  )

/** The transcript says more than the status, whose group starts with its action. */
const exim = (about: About): string =>
  multipart(
    head(
      'Mailer-Daemon@mx.example',
      'Mail delivery failed: returning message to sender',
      reportType('delivery-status'),
    ),
    part('text/plain', lines('The following address failed:', '', `  ${about.to}`, '    Unrouteable address')),
    part(
      'message/delivery-status',
      lines(
        'Reporting-MTA: dns; mx.example',
        '',
        'Action: failed',
        `Final-Recipient: rfc822;${about.to}`,
        'Status: 5.0.0',
      ),
    ),
    part('message/rfc822', sent(about)),
  )

/** Reports as the programs and languages of the world write them. */
export const programReportKinds = (about: About): ReportKind[] => [
  ...said.map(([name, meaning, code, words]): ReportKind => {
    const fields = status({ recipient: about.to, status: code, ...(words !== undefined && { said: words }) })
    return { name, meaning, source: postfix(about, fields) }
  }),
  ...inWords(about),
  { name: 'passed on by a colleague', meaning: 'hard', source: passedOn(about) },
  { name: 'Exim, action first', meaning: 'hard', source: exim(about) },
]
