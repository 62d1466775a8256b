import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MailedTo } from '../../../records/mail.ts'

export type ReturnTokens = {
  /** 48 of the digits 0 to 9 and a to v, the same whenever it is asked: short enough for a local part. */
  issue(mailed: MailedTo): string
  /** Null when it is not ours, or forged. Mail servers may change the case. */
  read(token: string): MailedTo | null
}

const [subjectLength, macLength] = [16, 10] // bytes
const shape = /^[\da-v]{48}$/i

/** Digits of 5 bits. Its 30 bytes are 48 of them, without padding. */
const written = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(48, '0')
const bytesOf = (token: string) => {
  const value = [...token].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n)
  return Buffer.from(value.toString(16).padStart(60, '0'), 'hex')
}

/**
 * For the return address of one mail: a report that came there is about it, whatever it says. As in Message-IDs, only
 * the MAC proves that it is ours. `key`: that of Message-IDs, for another purpose. Nothing is stored.
 */
export function createReturnTokens(key: Uint8Array): ReturnTokens {
  const macOf = (campaign: number, subject: string) =>
    createHmac('sha256', key).update(`return.${campaign}.${subject}`).digest().subarray(0, macLength)
  return {
    issue({ campaignId, subject }) {
      const campaign = Buffer.alloc(4)
      campaign.writeUInt32BE(campaignId ?? 0)
      return written(
        Buffer.concat([campaign, Buffer.from(subject.replaceAll('-', ''), 'hex'), macOf(campaignId ?? 0, subject)]),
      )
    },
    read(token) {
      if (!shape.test(token)) return null
      const bytes = bytesOf(token)
      const campaign = bytes.readUInt32BE(0)
      const subject = bytes
        .subarray(4, 4 + subjectLength)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      if (!timingSafeEqual(bytes.subarray(4 + subjectLength), macOf(campaign, subject))) return null
      return { campaignId: campaign === 0 ? null : campaign, subject }
    },
  }
}
