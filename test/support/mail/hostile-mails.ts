/** Messages that a stranger can send to the bounce mailbox. */
const lines = (...all: string[]) => all.join('\r\n')
const head = (...more: string[]) => [
  'From: mallory@example.net',
  'To: bounces@campaign.example',
  'MIME-Version: 1.0',
  ...more,
]
const part = (type: string, body: string, ...headers: string[]) =>
  lines('--B', `Content-Type: ${type}`, ...headers, '', body)
const multipart = (...parts: string[]) =>
  lines(...head('Content-Type: multipart/report; report-type=delivery-status; boundary="B"'), '', ...parts, '--B--', '')

/** Multiparts inside each other. */
function nested(depth: number): string {
  const opened = Array.from({ length: depth }, (_, level) =>
    lines(`Content-Type: multipart/mixed; boundary="b${level}"`, '', `--b${level}`),
  )
  return lines(...head(opened.join('\r\n')), 'Content-Type: text/plain', '', 'deep')
}

/** Mails inside each other. */
const matryoshka = (depth: number) =>
  lines(
    ...head('Content-Type: message/rfc822'),
    '',
    ...Array.from({ length: depth }, () => lines('Content-Type: message/rfc822', '')),
  )

/** Each by its fault. */
export const hostileMails: { [what: string]: string } = {
  '10,000 parts': multipart(...Array.from({ length: 10_000 }, () => part('text/plain', ''))),
  '1,500 attachments': multipart(...Array.from({ length: 1500 }, (_, n) => part(`x/y; name="${n}"`, 'a'))),
  'a header without an end': `${lines(...head())}\r\nX-Long: ${'a'.repeat(600_000)}`,
  'a header of 200,000 folded lines': lines(
    ...head('X-Folded: a', ...Array.from({ length: 100_000 }, () => ' a')),
    '',
    '',
  ),
  '50,000 headers': lines(...head(...Array.from({ length: 50_000 }, (_, n) => `X-${n}: a`)), '', ''),
  'no header, only text': 'a'.repeat(500_000),
  'only empty lines': '\r\n'.repeat(250_000),
  '2,000 parts inside each other': nested(2000),
  '2,000 mails inside each other': matryoshka(2000),
  'an unknown charset': multipart(part('text/plain; charset="x-no-such-charset"', '\\xff\\xfe')),
  'a broken charset': multipart(
    part('text/plain; charset=utf-7', '+AAA-+///-'),
    part('text/html; charset=iso-2022-jp', '\u001b$B\u0001'),
  ),
  'broken base64': multipart(part('text/plain', '====A=B=C'.repeat(20_000), 'Content-Transfer-Encoding: base64')),
  'broken quoted-printable': multipart(
    part('text/plain', '=Z='.repeat(100_000), 'Content-Transfer-Encoding: quoted-printable'),
  ),
  'an address list of 100,000 groups': lines(...head(`Cc: ${'g:<'.repeat(100_000)}`), '', ''),
  'an address of nested comments': lines(...head(`Cc: ${'('.repeat(100_000)}`), '', ''),
  'an address of quotes': lines(...head(`Cc: ${'"\\\\'.repeat(100_000)}`), '', ''),
  'encoded words without an end': lines(...head(`Subject: ${'=?utf-8?Q?a'.repeat(40_000)}`), '', ''),
  '40,000 encoded words': lines(...head(`Subject: ${'=?utf-8?Q?=E2=82=AC?= '.repeat(20_000)}`), '', ''),
  'a subject of spaces': lines(...head(`Subject: unsubscribe${' '.repeat(400_000)}x`), '', ''),
  'a date of digits': lines(...head(`Date: ${'1 '.repeat(200_000)}`), '', ''),
  'parameters without an end': lines(...head(`Content-Type: text/plain; ${'a*0*="'.repeat(60_000)}`), '', ''),
  'parameters in 60,000 pieces': lines(
    ...head(`Content-Type: text/plain; ${Array.from({ length: 30_000 }, (_, n) => `name*${n}*=utf-8''a`).join('; ')}`),
    '',
    '',
  ),
  'a status of spaces': multipart(
    part(
      'message/delivery-status',
      `Reporting-MTA: dns; a\r\n\r\nAction:${' '.repeat(200_000)}x\r\nStatus:${' '.repeat(200_000)}`,
    ),
    part('message/rfc822', `Message-ID:${' '.repeat(100_000)}<`),
  ),
  'a returned Message-ID without an end': multipart(
    part('message/delivery-status', 'Reporting-MTA: dns; a\r\n\r\nAction: failed\r\nStatus: 5.1.1'),
    part('message/rfc822', `Message-ID: ${'<'.repeat(200_000)}`),
  ),
  'HTML of 100,000 open tags': lines(...head('Content-Type: text/html'), '', '<div>'.repeat(90_000)),
  'HTML of unclosed links': lines(...head('Content-Type: text/html'), '', '<a href="cid:'.repeat(35_000)),
  'a calendar of attachments': lines(...head('Content-Type: text/calendar'), '', 'BEGIN:VCALENDAR\r\n'.repeat(30_000)),
  'uuencoded text': lines(...head('Content-Type: text/plain'), '', 'begin 644 a\r\n'.repeat(40_000)),
  'flowed text of quotes': lines(
    ...head('Content-Type: text/plain; format=flowed; delsp=yes'),
    '',
    `${'>'.repeat(200_000)} \r\n`,
  ),
  'NUL and other control characters': lines(...head('Subject: \u0000\u0001\u001b[2J'), '', '\u0000'.repeat(400_000)),
  'a boundary of 100,000 characters': lines(
    ...head(`Content-Type: multipart/mixed; boundary="${'-'.repeat(100_000)}"`),
    '',
    '-'.repeat(300_000),
  ),
}
