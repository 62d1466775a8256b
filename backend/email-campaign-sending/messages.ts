import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import { maxMailLink } from '../../contract/mail-links.ts'
import { authorHeader } from '../mail/author.ts'
import { compileEmailCampaignMail, type EmailCampaignMail } from '../mail/email-campaign-mail.ts'
import type { Sender } from '../mail/layout.ts'
import { htmlOfPart, textOfPart } from '../mail/merge-fields.ts'
import { type ReturnPath, returnAddressOf } from '../mail/return-address.ts'
import type { UnsubscribeLinks } from '../mail/unsubscribe-links.ts'
import { encodeParts, header, rawHeader } from './message-parts.ts'
import type { MailWords, QueuedMail } from './queued-mail.ts'

export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

/** The sender settings that every campaign email needs. */
export type Letterhead = {
  /** The `From` header: a name and an address. */
  fromName: string
  fromAddress: string
  /** Where bounces go. */
  returnPath: ReturnPath
  sender: () => Sender
  unsubscribeLinks(subject: string, campaignId: number | null): UnsubscribeLinks
  dkim: DkimKey | null
  /** Identifies a returned email as ours. */
  messageIds: { issue(mailed: { campaignId: number; subject: string }, host: string): string }
  /** Omitted: links are not tracked. */
  trackedLinks?: {
    number: NumberLinks
    /** The address of a link in the email of one person. */
    addressOf(link: { campaignId: number; subject: string; link: number }): string
  }
}

/** Numbers the links of an email campaign before its first email is sent: address to number, from 1. Idempotent. */
export type NumberLinks = (campaignId: number, urls: readonly string[]) => Promise<ReadonlyMap<string, number>>

export type Addressee = { subject: string; email: string; firstName: string | null }

/** One email as it is sent; `kept`: the same for the outbox of a developer. */
export type Message = {
  messageId: string
  returnAddress: string
  bytes: Buffer
  kept: { subject: string; html: string; text: string; replyTo?: string }
}

const reasons: { [kind in QueuedMail['kind']]: (siteName: string) => string } = {
  'volunteer-update': (site) => `You are receiving this message because you applied to volunteer with ${site}.`,
  'donor-thank-you': (site) => `You are receiving this message because you donated to ${site}.`,
  're-engagement': (site) => `You are receiving this message because you have been in touch with ${site} before.`,
  composed: (site) => `You are receiving this message because you signed up, volunteered or took part at ${site}.`,
  welcome: (site) => `You are receiving this message because you signed up for email updates from ${site}.`,
}

export const compiled = (mail: Omit<MailWords, 'replyTo'>, sender: Sender): EmailCampaignMail =>
  compileEmailCampaignMail({ ...mail, reason: reasons[mail.kind](sender.siteName) }, sender)

/** RFC 8058 requires these to be signed; the others are nodemailer’s own choice, and RFC 6376’s. */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-ID:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted'

/**
 * Builds the emails of one campaign. The shared part is encoded once; `build` joins it with the recipient’s values. The
 * Message-ID and the return address are the same whenever a recipient’s email is built again.
 */
export function createMessages(
  { fromName, fromAddress, returnPath, sender, unsubscribeLinks, dkim, messageIds, trackedLinks }: Letterhead,
  mail: MailWords,
  campaignId: number,
): { build(to: Addressee, at: Date): Promise<Message> } {
  const from = sender()
  const host = new URL(from.publicUrl).hostname
  const content = compiled(mail, from)
  const textOf = encodeParts(content.textParts, textOfPart)
  const htmlOf = encodeParts(content.htmlParts, htmlOfPart)
  const boundary = `--c${campaignId}-${randomBytes(12).toString('hex')}`
  const list = 'MIME-Version: 1.0\r\n'
    .concat(authorHeader('From', { name: fromName, address: fromAddress }))
    .concat(mail.replyTo ? authorHeader('Reply-To', { name: '', address: mail.replyTo }) : '')
    .concat(rawHeader('List-ID', `<campaigns.${host}>`))
    .concat(rawHeader('Feedback-ID', `c${campaignId}:${mail.kind}:campaigns:${host}`))
    .concat(mail.kind === 'welcome' ? rawHeader('Auto-Submitted', 'auto-generated') : '')
    .concat(rawHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`))
  const part = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const [textHead, htmlHead, end] = [part('text/plain'), part('text/html'), `--${boundary}--\r\n`]
  const signer = dkim && new DKIM({ ...dkim, headerFieldNames: signedHeaders })

  let numbered: Promise<ReadonlyMap<string, number>> | null = null
  /**
   * Retried with the next email when it fails, so that no email leaves with a broken link. A link that is too long to
   * be numbered stays as it is.
   */
  async function linksTo(person: string, { number, addressOf }: NonNullable<typeof trackedLinks>) {
    numbered ??= number(
      campaignId,
      content.links.filter(({ length }) => length <= maxMailLink),
    ).catch((error: unknown) => {
      numbered = null
      throw error
    })
    const numbers = await numbered
    return (url: string) => {
      const link = numbers.get(url)
      return link === undefined ? url : addressOf({ campaignId, subject: person, link })
    }
  }

  return {
    async build({ subject: person, email, firstName }, at) {
      const links = unsubscribeLinks(person, campaignId)
      const linkTo = trackedLinks && (await linksTo(person, trackedLinks))
      const recipient = { firstName, unsubscribeUrl: links.url, ...(linkTo && { linkTo }) }
      const subject = content.subject.map((piece) => textOfPart(piece, recipient)).join('')
      const messageId = messageIds.issue({ campaignId, subject: person }, host)
      const message =
        rawHeader('To', `<${email.replace(/[\r\n<>]/g, '')}>`) +
        header('Subject', subject) +
        rawHeader('Message-ID', messageId) +
        rawHeader('Date', at.toUTCString().replace('GMT', '+0000')) +
        rawHeader('List-Unsubscribe', links.headers['List-Unsubscribe'].replace(', ', ',\r\n ')) +
        rawHeader('List-Unsubscribe-Post', links.headers['List-Unsubscribe-Post']) +
        `${list}\r\n${textHead}${textOf(recipient)}\r\n${htmlHead}${htmlOf(recipient)}\r\n${end}`
      const bytes = signer ? await buffer(signer.sign(message)) : Buffer.from(message)
      return {
        messageId,
        returnAddress: returnAddressOf(returnPath, { campaignId, subject: person }),
        bytes,
        get kept() {
          return { ...content.fill(recipient), ...(mail.replyTo && { replyTo: mail.replyTo }) }
        },
      }
    },
  }
}
