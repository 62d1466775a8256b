import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose mail it was; `campaignId`: up to 2,147,483,647. */
export type MailedTo = { campaignId: number; subject: string }

export type MessageIds = {
  /** `<c7.6f1e2c34-….9a0b…@host>`, the same whenever it is asked; never an address. */
  issue(mailed: MailedTo, host: string): string
  /** null: not ours, or forged. Mail programs may change the case. */
  read(messageId: string): MailedTo | null
}

const macLength = 12 // bytes
const shape = /^<?c(\d{1,10})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-f]{24})@/i

/**
 * The campaign and the subject can be read in every link of the mail, so only a MAC tells that a returned mail is one that
 * we sent. `key`: 32 bytes, derived from the application secret. Nothing is stored.
 */
export function createMessageIds(key: Uint8Array): MessageIds {
  const macOf = ({ campaignId, subject }: MailedTo) =>
    createHmac('sha256', key).update(`${campaignId}.${subject}`).digest().subarray(0, macLength)
  return {
    issue: (mailed, host) => `<c${mailed.campaignId}.${mailed.subject}.${macOf(mailed).toString('hex')}@${host}>`,
    read(messageId) {
      const [, campaign, subject = '', mac = ''] = shape.exec(messageId) ?? []
      if (campaign === undefined) return null
      const mailed = { campaignId: Number(campaign), subject: subject.toLowerCase() }
      return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(mailed)) ? mailed : null
    },
  }
}
