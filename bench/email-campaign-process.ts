import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { loadSecrets } from '../backend/config/secrets.ts'
import { createCore } from '../backend/core.ts'
import { createEmailCampaignSending } from '../backend/email-campaign-sending/index.ts'
import { createLetterhead, type LetterheadSettings } from '../backend/email-campaign-sending/letterhead.ts'
import { compiled, createMessages } from '../backend/email-campaign-sending/messages.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { campaign, letterhead as words } from '../contract/campaign.ts'

/** One contestant of bench/email-campaigns.ts in a process of its own; prints its figures as JSON. */
export type Contestant = 'ours' | 'nodemailer' | 'nodemailer-raw'
export type Figures = { perSecond: number; rss: number }

const [contestant, databaseUrl = '', port = '', mails = '0', secret = ''] = process.argv.slice(2)
const count = Number(mails)

const database = connect(databaseUrl, { max: 10 })
const { pool } = database
const secrets = loadSecrets({ appSecret: secret, dataDir: '.' })
const core = await createCore({
  config: { eventStoreUrl: undefined, isHttps: true, isProduction: false },
  secrets,
  database,
  locate: async () => null,
})
const publicUrl = () => 'https://www.example.org'
const settings: LetterheadSettings = {
  fromName: words.siteName,
  fromAddress: 'news@example.org',
  returnAddress: 'news@example.org',
  words,
  unsubscribeAddress: campaign.email,
  dkim: null,
  keys: { unsubscribes: secrets.unsubscribes, mailLinks: secrets.mailLinks, messageIds: secrets.messageIds },
}
const numberLinks = async () => new Map<string, number>()
const letterhead = createLetterhead(settings, { publicUrl, numberLinks })
const smtpUrl = `smtp://127.0.0.1:${port}`
const queue = async () =>
  (
    await pool.query(
      `SELECT list_id AS "listId", campaign_id AS "campaignId", mail, sent FROM app.campaign_queues WHERE status = 'sending'`,
    )
  ).rows[0]

const say = (_details: object, message: string) => console.error(message)

/** Mails per second between the first and the last of `count`. */
async function ours(): Promise<number> {
  const sending = createEmailCampaignSending({
    ...core,
    pool,
    databaseUrl,
    letterhead: settings,
    replyAddresses: { domain: null, others: [] },
    publicUrl,
    knowsSuppressions: async () => true,
    numberLinks,
    smtpUrl,
    requireTLS: false,
    settings: { connections: 20 },
    mailer: { send: async () => {} },
    reportBounce: async () => {},
    logger: { warn: say, fatal: say },
  })
  const { sent: before } = await queue()
  const sentNow = async () => (await queue()).sent - before
  sending.start()
  while ((await sentNow()) === 0) await delay(5)
  const start = { at: performance.now(), sent: await sentNow() }
  let now = start.sent
  while (now < count) {
    await delay(20)
    now = await sentNow()
  }
  const perSecond = ((now - start.sent) * 1000) / (performance.now() - start.at)
  process.stdout.write(JSON.stringify({ perSecond, rss: process.memoryUsage().rss }))
  process.exit(0)
}

/** The usual way: a pool of five connections, each mail composed by nodemailer; nothing is recorded. */
async function nodemailer(isRaw: boolean): Promise<number> {
  const { mail, campaignId } = await queue()
  const { rows } = await pool.query(
    'SELECT subject, email, first_name AS "firstName" FROM app.campaign_recipients LIMIT $1',
    [count],
  )
  const content = compiled(mail, letterhead.sender())
  const messages = createMessages(letterhead, mail, campaignId)
  const ready = isRaw ? await Promise.all(rows.map((row) => messages.build(row, new Date()))) : []
  const transport = createTransport({
    host: '127.0.0.1',
    port: Number(port),
    pool: true,
    maxConnections: 5,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const from = letterhead.fromAddress
  const start = performance.now()
  await Promise.all(
    rows.map(({ subject, email, firstName }, index) => {
      const envelope = { from, to: email }
      if (isRaw) return transport.sendMail({ envelope, raw: ready[index]?.bytes })
      const links = letterhead.unsubscribeLinks(subject, campaignId)
      return transport.sendMail({
        envelope,
        from: { name: letterhead.fromName, address: from },
        to: email,
        messageId: `<c${campaignId}.${subject}@www.example.org>`,
        headers: links.headers,
        ...content.fill({ firstName, unsubscribeUrl: links.url }),
      })
    }),
  )
  return (count * 1000) / (performance.now() - start)
}

const perSecond = contestant === 'ours' ? await ours() : await nodemailer(contestant === 'nodemailer-raw')
process.stdout.write(JSON.stringify({ perSecond, rss: process.memoryUsage().rss }))
process.exit(0)
