import { day, hour } from '../../records/durations.ts'
import { rewindAdvice } from '../kernel/eventlog/event-log.ts'
import { bad, type Finding, good, warning } from '../mail/sender-records.ts'

/** Rights of the role of the server. */
export type RoleFacts = { role: string; isSuperuser: boolean; isOwner: boolean; now: Date }
/** The site at its public address: `status` null: no answer, for the reason in `error`. */
export type SiteAnswer = { status: number | null; error: string | null; certificateEnds: Date | null }

/** Where the log ends, and where its readers stand. `isBeyond`: the log has no such place. */
export type LogPlaces = {
  end: string | null
  places: { name: string; position: string | null; behind: number | null; isBeyond: boolean }[]
}

export type DoctorParts = {
  isProduction: boolean
  /** A sentence for each name of a setting that is unknown. */
  unknownSettings: readonly string[]
  /** A sentence for each file with secrets that other users can read. */
  openSecrets: readonly string[]
  publicUrl: string
  /** APP_SECRET is set; otherwise the secret is a file in the data folder. */
  hasOwnSecret: boolean
  isEmbedded: boolean
  /** A sentence for each server whose connection could be read on the way. */
  unencrypted: readonly string[]
  roleFacts(): Promise<RoleFacts>
  /** One sentence about the read replica; null: it can serve. */
  replicaProblem: (() => Promise<string | null>) | null
  site(): Promise<SiteAnswer>
  /** The checks in the answer of the running server at /readyz; null: it does not run on this machine. */
  readiness(): Promise<{ ready: boolean; proxy?: string; bounceMailbox?: string } | null>
  /** Events in our streams that cannot be read: how many, and the first ones. */
  setAside(): Promise<{ count: number; events: readonly { stream: string; position: string; reason: string }[] }>
  /** Null: email goes to a folder. */
  mailServer: (() => Promise<string | null>) | null
  mailboxProblem: (() => Promise<string | null>) | null
  sender(): Promise<Finding[]>
  /** Bytes. */
  disk(): Promise<{ free: number; total: number }>
  latestBackup(): Promise<Date | null>
  /** Null: the site has not run with this database yet. */
  logPlaces(): Promise<LogPlaces | null>
  now(): Date
  print(line: string): void
}

const gigabyte = 1_000_000_000

/** `npm run admin -- doctor`: a line per finding; returns the exit code, 1 when something is wrong. */
export async function runDoctor(parts: DoctorParts): Promise<0 | 1> {
  const checks: [about: string, check: () => Promise<Finding[]>][] = [
    ['Settings', async () => settings(parts)],
    ['Secret', async () => [secret(parts), ...parts.openSecrets.map(bad)]],
    ['Database', async () => database(parts, await parts.roleFacts())],
    ['Log', async () => logFindings(await parts.logPlaces())],
    ['Replica', async () => replica(parts)],
    ['Clock', async () => [clock(parts.now(), (await parts.roleFacts()).now)]],
    ['Site', async () => site(parts, await parts.site())],
    ['Server', async () => server(await parts.readiness())],
    ['Log', async () => [log(await parts.setAside())]],
    ['Mail', async () => mail(parts)],
    ['Disk', async () => [disk(await parts.disk())]],
    ['Backup', async () => [backup(parts, await parts.latestBackup())]],
  ]
  const labels = { good: 'ok', warning: 'look', bad: 'WRONG' }
  let isWrong = false
  // One check that fails does not keep the others from being made.
  for (const [about, check] of checks)
    for (const { state, says } of await check().catch((error: unknown) => [failed(error)])) {
      isWrong ||= state === 'bad'
      parts.print(`${labels[state].padEnd(6)}${about.padEnd(10)}${says}`)
    }
  return isWrong ? 1 : 0
}

const failed = (error: unknown) =>
  bad(`This could not be checked: ${error instanceof Error ? error.message : String(error)}`)

const settings = ({ unknownSettings }: DoctorParts): Finding[] =>
  unknownSettings.length === 0 ? [good('All names are known.')] : unknownSettings.map(warning)

const secret = ({ hasOwnSecret, isProduction }: DoctorParts): Finding =>
  hasOwnSecret
    ? good('APP_SECRET is that of this database. Keep a copy off this machine.')
    : (isProduction ? bad : warning)(
        'The secret is the file app-secret in the data folder. Without it, personal data can never be decrypted: keep a copy off this machine.',
      )

function database({ isEmbedded, unencrypted }: DoctorParts, facts: RoleFacts): Finding[] {
  if (isEmbedded) return [good('The embedded PostgreSQL, with separate roles for the owner and the server.')]
  const role = facts.isSuperuser
    ? bad(`The server’s role ${facts.role} is a superuser. Give it a role of its own (docs/operations.md).`)
    : facts.isOwner
      ? warning(
          `The server’s role ${facts.role} owns the tables. With another role in DATABASE_URL and the owner in DATABASE_MIGRATION_URL, an attacker who takes over the server cannot change the log.`,
        )
      : good(`The server’s role ${facts.role} has only the rights it needs.`)
  return [role, ...unencrypted.map(bad)]
}

async function replica({ replicaProblem }: DoctorParts): Promise<Finding[]> {
  if (replicaProblem === null) return []
  const problem = await replicaProblem()
  return [
    problem === null
      ? good('The read replica has what the primary has.')
      : bad(`${problem} Lists of the console are read from the primary (docs/scaling.md).`),
  ]
}

function logFindings(found: LogPlaces | null): Finding[] {
  if (found === null) return [warning('The site has not run with this database yet.')]
  const events = (count: number) => (count === 1 ? '1 event' : `${count.toLocaleString('en-US')} events`)
  return [
    good(found.end === null ? 'It is empty.' : `It ends at position ${found.end}.`),
    ...found.places.map(({ name, position, behind, isBeyond }) => {
      const where = `${name}: position ${position ?? 'at the start'}`
      if (isBeyond) return bad(`${where}, which the log does not have. ${rewindAdvice}`)
      return behind === null ? bad(`${where}; the log cannot be read.`) : good(`${where}, ${events(behind)} behind.`)
    }),
  ]
}

function clock(here: Date, there: Date): Finding {
  const seconds = Math.round(Math.abs(here.getTime() - there.getTime()) / 1000)
  if (seconds < 5) return good('This machine and the database agree on the time.')
  return (seconds < 60 ? warning : bad)(
    `This machine and the database differ by ${seconds} s. Let both set their clocks over the network (NTP).`,
  )
}

function site({ publicUrl, now }: DoctorParts, { status, error, certificateEnds }: SiteAnswer): Finding[] {
  if (status === null) return [bad(`${publicUrl} cannot be reached from here (${error ?? 'no answer'}).`)]
  if (status >= 400) return [bad(`${publicUrl} answers ${status}. Look at the log of the server and of the proxy.`)]
  const answers = good(`${publicUrl} answers.`)
  if (certificateEnds === null) return [answers]
  const days = Math.floor((certificateEnds.getTime() - now().getTime()) / day)
  return [
    answers,
    days < 10
      ? bad(`The certificate ends in ${days} ${days === 1 ? 'day' : 'days'}: its renewal does not work.`)
      : good(`The certificate is valid for ${days} more days.`),
  ]
}

function server(found: Awaited<ReturnType<DoctorParts['readiness']>>): Finding[] {
  if (found === null) return [warning('The server does not run on this machine, or listens on another port.')]
  const { ready, proxy = 'ok', bounceMailbox = 'ok' } = found
  return [
    ready ? good('It is ready.') : bad('It is not ready: /readyz says why.'),
    ...[proxy, bounceMailbox].filter((says) => says !== 'ok').map(bad),
  ]
}

function log({ count, events }: Awaited<ReturnType<DoctorParts['setAside']>>): Finding {
  if (count === 0) return good('Every event can be read.')
  const named = events.map(({ stream, position, reason }) => `${stream} at position ${position}: ${reason}`).join(' ')
  return warning(
    `${count} ${count === 1 ? 'event was' : 'events were'} set aside (npm run admin -- set-aside): ${named}`,
  )
}

async function mail({ mailServer, mailboxProblem, sender, isProduction }: DoctorParts): Promise<Finding[]> {
  if (mailServer === null)
    return [(isProduction ? bad : warning)('No mail server is set up (SMTP_URL); mail stays in the outbox.')]
  const problem = await mailServer()
  const returned = await mailboxProblem?.()
  return [
    problem === null ? good('The mail server takes our connection.') : bad(problem),
    ...(mailboxProblem === null
      ? [
          warning(
            'No mailbox for bounces is set up (BOUNCES_IMAP_URL): addresses that no longer exist are mailed again.',
          ),
        ]
      : []),
    ...(returned ? [bad(returned)] : []),
    ...(await sender()),
  ]
}

function disk({ free, total }: { free: number; total: number }): Finding {
  const says = `${(free / gigabyte).toFixed(1)} of ${(total / gigabyte).toFixed(1)} GB are free in the data folder.`
  if (free < gigabyte / 2) return bad(`${says} When it is full, nothing can be written.`)
  return free < 2 * gigabyte || free < total / 10 ? warning(says) : good(says)
}

function backup({ isProduction, now }: DoctorParts, latest: Date | null): Finding {
  if (latest === null)
    return (isProduction ? bad : warning)('None was taken yet: npm run backup, every day (docs/operations.md).')
  const age = now().getTime() - latest.getTime()
  const says =
    age < 2 * day
      ? `The last one is ${Math.floor(age / hour)} h old.`
      : `The last one is ${Math.floor(age / day)} days old.`
  return age < 1.5 * day ? good(says) : (age < 7 * day ? warning : bad)(`${says} Take one every day.`)
}
