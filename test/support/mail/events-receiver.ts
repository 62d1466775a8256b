import { currentSuppression } from '../../../backend/commands/mail-consents/mail-suppressions.ts'
import { signatureHeader, signatureOf } from '../../../backend/commands/mail-events/signature.ts'
import { createTestApp } from '../app/app.ts'
import { createProjectedDatabase } from '../database/database.ts'

export const secret = 'a webhook secret of more than 32 characters'
export const url = '/api/mail-events'
export const at = '2026-03-01T12:00:00.000Z'
export const now = () => Math.floor(Date.now() / 1000)

export async function createReceiver(env: Record<string, string> = { MAIL_EVENTS_SECRET: secret }) {
  const database = await createProjectedDatabase()
  const { http, core, projector } = await createTestApp({ identity: 'real', log: 'postgres', database, env })
  const subject = await core.subjects.forEmail('ruth@example.org')
  const send = (payload: string, headers: Record<string, string>) =>
    http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
  return {
    core,
    projector,
    database,
    subject,
    messageId: core.messageIds.issue({ campaignId: 7, subject }, 'campaign.example'),
    send,
    /** Signed, like most of the tests need. */
    report: (body: unknown, seconds = now()) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body)
      return send(payload, { [signatureHeader]: signatureOf(secret, seconds, Buffer.from(payload)) })
    },
    resubscribe: () =>
      http.inject({
        method: 'POST',
        url: '/api/mail-consents/resubscribe',
        payload: { token: core.unsubscribeTokens.issue({ subject, campaignId: 7 }) },
      }),
    suppression: () => currentSuppression(core, subject),
    events: async () => core.decode(await core.log.readAll(null, 1000)),
  }
}
export const sns = (message: object, type = 'Notification') => ({
  Type: type,
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-east-1:123456789012:bounces',
  Message: JSON.stringify(message),
  Timestamp: at,
  SignatureVersion: '1',
  Signature: 'AAAA',
})
export const basic = { authorization: `Basic ${Buffer.from(`ses:${secret}`).toString('base64')}` }
export const text = { 'content-type': 'text/plain; charset=UTF-8' }
