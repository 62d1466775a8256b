/** Messages that mail servers send back to the bounce address. */

export const messageId = '<c7.6f1e2c34-0000-4000-8000-000000000001@campaign.example>'

export const lines = (...all: string[]) => all.join('\r\n')
export const returned = lines(
  `Message-ID: ${messageId}`,
  'To: ruth@example.org',
  'Subject: News',
  '',
  'Message-ID: <other@x>',
)
export const report = (type: string, part: string, back: string | null = returned, backType = 'message/rfc822') =>
  lines(
    'From: MAILER-DAEMON@mx.example',
    'To: bounces@campaign.example',
    'Date: Sun, 1 Mar 2026 12:00:00 +0000',
    'Subject: Undelivered Mail Returned to Sender',
    `Content-Type: multipart/report; report-type=x; boundary="B"`,
    'MIME-Version: 1.0',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'I am sorry: <ruth@example.org> does not exist.',
    '--B',
    `Content-Type: ${type}`,
    '',
    part,
    ...(back === null ? [] : ['--B', `Content-Type: ${backType}`, '', back]),
    '--B--',
    '',
  )
export const status = (code: string, action = 'failed') =>
  lines(
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ruth@example.org',
    `Action: ${action}`,
    `Status: ${code}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <ruth@example.org> unknown',
  )
export const bounce = (code: string, action?: string) => report('message/delivery-status', status(code, action))
