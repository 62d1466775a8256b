/** Ways to unsubscribe: on a page, by email, and with one click in their mail program (RFC 2369, RFC 8058). */
export type UnsubscribeLinks = {
  url: string
  mailto: string
  headers: { 'List-Unsubscribe': string; 'List-Unsubscribe-Post': string }
}

const subjectLine = 'unsubscribe'

/** `address`: of the mailbox that reads such email, or of the people who do. */
export function createUnsubscribeLinks({
  tokens,
  publicUrl,
  address,
}: {
  tokens: { issue(owner: MailedTo): string }
  publicUrl: () => string
  address: string
}): (subject: string, campaignId: number | null) => UnsubscribeLinks {
  return (subject, campaignId) => {
    const token = tokens.issue({ subject, campaignId })
    const url = `${publicUrl()}/unsubscribe?token=${token}`
    const mailto = `mailto:${encodeURI(address)}?subject=${subjectLine}%20${token}`
    return {
      url,
      mailto,
      headers: { 'List-Unsubscribe': `<${url}>, <${mailto}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }
  }
}

import type { MailedTo } from '../../records/mail.ts'
