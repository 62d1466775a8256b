import { resolveTxt } from 'node:dns/promises'
import { statfs } from 'node:fs/promises'
import { connect as connectTls } from 'node:tls'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { urlHere } from '../config/hosts.ts'
import { openSecretsHere } from '../config/open-secrets.ts'
import { unencryptedConnections } from '../config/transport.ts'
import { unknownSettingsHere } from '../config/unknown-settings.ts'
import { latestBackup } from '../kernel/backup/taken-backups.ts'
import { createPool } from '../kernel/database/pool.ts'
import { replicaProblem } from '../kernel/database/read-replica.ts'
import type { EventLog } from '../kernel/eventlog/event-log.ts'
import { lagsBehind } from '../kernel/eventlog/lag.ts'
import { type AskTxt, senderFindings } from '../mail/sender-records.ts'
import { mailboxProblemAt } from '../returned-mail/imap-connection.ts'
import type { DoctorParts, LogPlaces, RoleFacts, SiteAnswer } from './doctor-command.ts'

const timeout = 10_000 // ms

const askTxt: AskTxt = async (name) => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

async function roleFacts(pool: pg.Pool): Promise<RoleFacts> {
  const { rows } = await pool.query<{ role: string; is_superuser: boolean; is_owner: boolean; now: Date }>(
    `SELECT rolname AS role, rolsuper AS is_superuser, clock_timestamp() AS now,
       EXISTS (SELECT FROM pg_tables WHERE schemaname = 'eventlog' AND tableowner = rolname) AS is_owner
     FROM pg_roles WHERE rolname = current_user`,
  )
  const [row] = rows
  if (!row) throw new Error('The role is unknown to its own database.')
  return { role: row.role, isSuperuser: row.is_superuser, isOwner: row.is_owner, now: new Date(row.now) }
}

async function replicaAt(url: string, primary: pg.Pool): Promise<string | null> {
  const replica = createPool(url, 1)
  try {
    return await replicaProblem(primary, replica)
  } finally {
    await replica.end()
  }
}

function certificateEnds({ hostname, port }: URL): Promise<Date | null> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: hostname, port: Number(port || 443), servername: hostname, timeout })
    const end = (ends: Date | null) => {
      socket.destroy()
      resolve(ends)
    }
    socket.once('secureConnect', () => end(new Date(socket.getPeerCertificate().valid_to)))
    socket.once('error', () => end(null))
    socket.once('timeout', () => end(null))
  })
}

async function site(publicUrl: string): Promise<SiteAnswer> {
  const url = new URL(publicUrl)
  try {
    const { status } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(timeout) })
    return { status, error: null, certificateEnds: url.protocol === 'https:' ? await certificateEnds(url) : null }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    return { status: null, error: code || (cause instanceof Error ? cause.name : null), certificateEnds: null }
  }
}

async function readiness(config: Config): ReturnType<DoctorParts['readiness']> {
  try {
    const url = `${urlHere(config)}/readyz`
    const { ready, checks } = await fetch(url, { signal: AbortSignal.timeout(timeout) }).then((answer) => answer.json())
    const text = (value: unknown) => (typeof value === 'string' ? value : 'ok')
    return {
      ready: ready === true,
      proxy: text(checks?.proxy),
      bounceMailbox: text(checks?.bounceMailbox),
    }
  } catch {
    return null
  }
}

type Place = { name: string; position: string | null }

async function logPlaces(pool: pg.Pool, log: EventLog): Promise<LogPlaces | null> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    `SELECT to_regclass('app.reactor_checkpoints')::text AS found`,
  )
  if (!tables[0]?.found) return null
  const { rows } = await pool.query<Place>(
    `SELECT 'projection ' || projection AS name, position FROM app.checkpoints
     UNION ALL SELECT 'reactor ' || reactor, position FROM app.reactor_checkpoints ORDER BY name`,
  )
  const end = await log.head()
  const positions = rows.map(({ position }) => position)
  const lags = await lagsBehind(log, async () => end, positions, Date.now())
  const places = rows.map(({ name, position }, index) => {
    const isBeyond = position !== null && (end === null || log.compare(position, end) > 0)
    return { name, position, behind: isBeyond ? null : (lags[index]?.events ?? null), isBeyond }
  })
  return { end, places }
}

/** The checks of `npm run admin -- doctor` on the real machine, database, name servers and site. */
export function doctorParts(
  config: Config,
  {
    pool,
    log,
    signingKey,
    publicUrl,
    mailProblem,
    setAside,
  }: {
    pool: pg.Pool
    log: EventLog
    signingKey: Buffer
    publicUrl: string
    mailProblem: () => Promise<string | null>
    setAside: DoctorParts['setAside']
  },
): Omit<DoctorParts, 'now' | 'print'> {
  const { bouncesImapUrl } = config
  return {
    isProduction: config.isProduction,
    unknownSettings: unknownSettingsHere(),
    openSecrets: openSecretsHere(config),
    publicUrl,
    hasOwnSecret: config.appSecret !== undefined,
    isEmbedded: config.databaseUrl === undefined,
    unencrypted: unencryptedConnections(config),
    roleFacts: () => roleFacts(pool),
    replicaProblem: config.databaseReadUrl === undefined ? null : () => replicaAt(config.databaseReadUrl ?? '', pool),
    site: () => site(publicUrl),
    readiness: () => readiness(config),
    setAside,
    mailServer: config.smtpUrl === undefined ? null : mailProblem,
    mailboxProblem: bouncesImapUrl === undefined ? null : mailboxProblemAt(bouncesImapUrl),
    sender: () =>
      senderFindings(askTxt, {
        mailFrom: config.mailFrom,
        returnAddress: config.bouncesAddress,
        dkim: config.emailCampaignSending.dkim,
      }),
    async disk() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      return { free: bavail * bsize, total: blocks * bsize }
    },
    latestBackup: () => latestBackup({ pool, signingKey }),
    logPlaces: () => logPlaces(pool, log),
  }
}
