import { workerData } from 'node:worker_threads'
import { carried } from '../kernel/concurrency/carried-errors.ts'
import { workerRpc } from '../kernel/concurrency/standby-worker.ts'
import { createPool } from '../kernel/database/pool.ts'
import { createLetterhead } from './letterhead.ts'
import { createEmailCampaignSender } from './sender.ts'
import type { SenderHost, SenderTask } from './sender-thread.ts'
import { createSmtpLine } from './smtp-lines.ts'

/** The thread that sends campaign email. */
const { databaseUrl, server, letterhead, publicUrl, settings }: SenderTask = workerData

/** Claims, outcomes, and the counters stored with them. */
const connections = 4

const { call, serve } = workerRpc<SenderHost>()
const pool = createPool(databaseUrl, connections)
const sender = createEmailCampaignSender({
  pool,
  delivery: server ? { line: () => createSmtpLine(server, settings) } : { outbox: (mail) => call('keep', mail) },
  letterhead: createLetterhead(letterhead, {
    publicUrl: () => publicUrl,
    numberLinks: (campaignId, urls) => call('numberLinks', campaignId, urls),
  }),
  settings,
  knowsSuppressions: () => call('knowsSuppressions'),
  onRefused: (campaignId) => void call('refused', campaignId),
  logger: { warn: ({ err, ...details }, message) => void call('warn', carried(err), message, details) },
})

serve({
  onWake: sender.wake,
  async close() {
    await sender.close()
    await pool.end()
  },
})
sender.start()
