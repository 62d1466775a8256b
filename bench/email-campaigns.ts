import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { makeList } from '../backend/email-campaign-sending/recipient-lists.ts'
import { choiceOf } from '../backend/read-model/email-segments.ts'
import { segmentIds } from '../contract/email-segments.ts'
import type { Contestant, Figures } from './email-campaign-process.ts'
import { loadSupporters } from './email-campaigns-segments.ts'
import { alternate, median, medianRatio, startBenchDatabase, table } from './support.ts'

export type EmailCampaignFigures = {
  people: number
  chosen: number
  /** Seconds. */
  frozen: number
  plain: number
  perSecond: Record<Contestant, number>
  ratio: { composed: number; raw: number }
  /** Bytes of resident memory after the same number of mails of a short and a long list. */
  rss: { short: number; long: number }
}

const secret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='
const body = `Hi {{firstName|there}},\n\n${'Thank you for everything you do for this campaign. '.repeat(40)}`
const mail = { kind: 'composed', subject: 'News for {{firstName|you}}', preheader: 'What we did', body } as const

export async function benchEmailCampaigns({
  people,
  short,
  mails,
  rounds,
}: {
  people: number
  short: number
  mails: number
  rounds: number
}): Promise<EmailCampaignFigures> {
  const { database, stop } = await startBenchDatabase({ max: 4 })
  const sink = startSink()
  try {
    const port = await portOf(sink)
    const { pool } = database
    await loadSupporters(pool, people)
    const run = async (contestant: Contestant): Promise<Figures> => {
      const program = join(import.meta.dirname, 'email-campaign-process.ts')
      const args = [program, contestant, database.url, port, String(mails), secret]
      return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
    }

    const start = performance.now()
    const listId = await freeze(pool)
    const frozen = (performance.now() - start) / 1000
    const { chosen, plain } = await copy(pool, listId)
    const long = (await run('ours')).rss

    // The short list is the start of the long one.
    await pool.query('DELETE FROM app.campaign_recipients WHERE id > $1', [short + (rounds + 2) * mails])
    await pool.query('VACUUM ANALYZE app.campaign_recipients')
    await pool.query('UPDATE app.campaign_queues SET recipients = $1', [short + (rounds + 2) * mails])
    const rss: number[] = []
    const figures = await alternate<Contestant>(
      new Map([
        [
          'ours',
          async () => {
            const ours = await run('ours')
            rss.push(ours.rss)
            return ours.perSecond
          },
        ],
        ['nodemailer', async () => (await run('nodemailer')).perSecond],
        ['nodemailer-raw', async () => (await run('nodemailer-raw')).perSecond],
      ]),
      rounds,
    )
    const of = (contestant: Contestant) => figures.get(contestant) ?? []
    return {
      people,
      chosen,
      frozen,
      plain,
      perSecond: {
        ours: median(of('ours')),
        nodemailer: median(of('nodemailer')),
        'nodemailer-raw': median(of('nodemailer-raw')),
      },
      ratio: {
        composed: medianRatio(of('ours'), of('nodemailer')),
        raw: medianRatio(of('ours'), of('nodemailer-raw')),
      },
      rss: { short: median(rss), long },
    }
  } finally {
    sink.kill()
    await stop()
  }
}

export const startSink = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'mail-sink-server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })

export async function portOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The mail server says nothing.')
  const [said] = await once(stdout, 'data')
  return String(said).trim()
}

/** All recipients, as an email campaign that is being sent. */
export async function freeze(pool: pg.Pool, campaignId = 1): Promise<string> {
  const choice = choiceOf([...segmentIds], { at: new Date(), purpose: 'campaignNews' })
  const { purpose, obeys, confirmedOptIn } = choice
  const { listId } = await makeList(pool, { campaignId, choice, mail: { ...mail, purpose, obeys, confirmedOptIn } })
  await pool.query(`UPDATE app.campaign_queues SET status = 'sending' WHERE list_id = $1`, [listId])
  return listId
}

/** Seconds of a plain INSERT … SELECT of the same rows into a table with the same indexes. */
async function copy(pool: pg.Pool, listId: string): Promise<{ chosen: number; plain: number }> {
  await pool.query('CREATE TABLE copied (LIKE app.campaign_recipients INCLUDING ALL)')
  const start = performance.now()
  const { rowCount } = await pool.query('INSERT INTO copied SELECT * FROM app.campaign_recipients WHERE list_id = $1', [
    listId,
  ])
  const plain = (performance.now() - start) / 1000
  await pool.query('DROP TABLE copied')
  return { chosen: rowCount ?? 0, plain }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

export function emailCampaignsTable({
  people,
  chosen,
  frozen,
  plain,
  perSecond,
  ratio,
  rss,
}: EmailCampaignFigures): string {
  return `${table(
    ['Mails per second to a local mail server', 'per second', 'ours is'],
    [
      ['Ours, 20 connections, each outcome durable before the next mail', Math.round(perSecond.ours), ''],
      ['nodemailer, pool of 5, nothing recorded', Math.round(perSecond.nodemailer), `${ratio.composed.toFixed(1)} ×`],
      [
        'The same with the bytes of every mail made before',
        Math.round(perSecond['nodemailer-raw']),
        `${ratio.raw.toFixed(1)} ×`,
      ],
    ],
  )}

Freezing the list (${chosen} of ${people} people, with counts and hash) took ${frozen.toFixed(1)} s; a plain \`INSERT … SELECT\` of the same rows into the same indexes ${plain.toFixed(1)} s. The sender used ${megabytes(rss.short)} MB with a short list and ${megabytes(rss.long)} MB with the whole one.`
}
