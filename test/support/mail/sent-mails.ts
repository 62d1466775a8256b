import type { Pool } from 'pg'
import type { Mail } from '../../../backend/mail/mailer.ts'
import { createSentMails } from '../../../backend/mail/sent-mails.ts'

/** The real record of sent email, over a scripted mail server. */
export const sentMailsBy = (database: { pool: Pool }, send: (mail: Mail) => Promise<void>, host = 'campaign.example') =>
  createSentMails({
    database,
    mailer: { send },
    host: () => host,
    subjectOf: async () => null,
    log: { warn() {} },
  })
