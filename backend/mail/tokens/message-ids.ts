import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MailedTo } from '../../../records/mail.ts'

export type MessageIds = {
  /**
   * `<c7.6f1e2c34-….9a0b…@host>`, the same whenever it is asked; never an address. `key`: tells apart the mails of no
   * email campaign to one person.
   */
  issue(mailed: MailedTo, host: string, key?: string): string
  /** Null when it is not ours, or forged. Mail programs may change the case. */
  read(messageId: string): MailedTo | null
}

const macLength = 12 // bytes
const shape = /^<?c(\d{1,10})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-f]{24})(?:\.[\w.+-]{1,300})?@/i

/**
 * The email campaign and the subject are readable in every link of the email, so only a MAC proves that a returned
 * email is one that we sent. `key`: 32 bytes, derived from the application secret. Nothing is stored.
 */
export function createMessageIds(key: Uint8Array): MessageIds {
  const macOf = ({ campaignId, subject }: MailedTo) =>
    createHmac('sha256', key)
      .update(`${campaignId ?? 0}.${subject}`)
      .digest()
      .subarray(0, macLength)
  function checked(campaign: number, subject: string, mac: Uint8Array): MailedTo | null {
    const mailed = { campaignId: campaign === 0 ? null : campaign, subject }
    return timingSafeEqual(mac, macOf(mailed)) ? mailed : null
  }
  return {
    issue: (mailed, host, name) =>
      `<c${mailed.campaignId ?? 0}.${mailed.subject}.${macOf(mailed).toString('hex')}${name ? `.${name}` : ''}@${host}>`,
    read(messageId) {
      const [, campaign, subject = '', mac = ''] = shape.exec(messageId) ?? []
      return campaign === undefined ? null : checked(Number(campaign), subject.toLowerCase(), Buffer.from(mac, 'hex'))
    },
  }
}
