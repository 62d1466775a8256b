import type { Pool } from 'pg'
import type { Mail } from '../../../backend/mail/mailer.ts'
import { createSentMails } from '../../../backend/mail/sent-mails.ts'

/** The real record of sent mail, over a mail server that does what the test says. */
export const sentMailsBy = (database: { pool: Pool }, send: (mail: Mail) => Promise<void>, host = 'campaign.example') =>
  createSentMails({
    database,
    mailer: { send },
    host: () => host,
    subjectOf: async () => null,
    log: { warn() {} },
  })
