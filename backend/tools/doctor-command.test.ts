import { describe, expect, it } from 'vitest'
import { type DoctorParts, runDoctor } from './doctor-command.ts'

const now = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const facts = { role: 'campaign_app', isSuperuser: false, isOwner: false, now }
const answer = { status: 200, error: null, certificateEnds: new Date('2026-05-01T00:00:00Z') }

async function told(change: Partial<DoctorParts> = {}) {
  const lines: string[] = []
  const code = await runDoctor({
    isProduction: true,
    unknownSettings: [],
    openSecrets: [],
    publicUrl: 'https://www.example.org',
    hasOwnSecret: true,
    isEmbedded: false,
    unencrypted: [],
    roleFacts: async () => facts,
    replicaProblem: null,
    site: async () => answer,
    readiness: async () => ({ ready: true }),
    setAside: async () => ({ count: 0, events: [] }),
    mailServer: async () => null,
    mailboxProblem: async () => null,
    sender: async () => [{ state: 'good', says: 'example.org has an SPF record.' }],
    disk: async () => ({ free: 40e9, total: 100e9 }),
    latestBackup: async () => hoursAgo(10),
    logPlaces: async () => ({
      end: '12',
      places: [{ name: 'reactor erasures', position: '11', behind: 1, isBeyond: false }],
    }),
    now: () => now,
    print: (line) => lines.push(line),
    ...change,
  })
  return { code, lines }
}

it('a site in good order gets a line for each check, and exit code 0', async () => {
  expect(await told()).toEqual({
    code: 0,
    lines: [
      'ok    Settings  All names are known.',
      'ok    Secret    APP_SECRET is that of this database. Keep a copy off this machine.',
      'ok    Database  The server’s role campaign_app has only the rights it needs.',
      'ok    Log       It ends at position 12.',
      'ok    Log       reactor erasures: position 11, 1 event behind.',
      'ok    Clock     This machine and the database agree on the time.',
      'ok    Site      https://www.example.org answers.',
      'ok    Site      The certificate is valid for 51 more days.',
      'ok    Server    It is ready.',
      'ok    Log       Every event can be read.',
      'ok    Mail      The mail server takes our connection.',
      'ok    Mail      example.org has an SPF record.',
      'ok    Disk      40.0 of 100.0 GB are free in the data folder.',
      'ok    Backup    The last one is 10 h old.',
    ],
  })
})

describe('what is wrong', () => {
  it.each<[string, Partial<DoctorParts>, 0 | 1, RegExp]>([
    ['a name that is no setting', { unknownSettings: ['SMTP_ULR is no setting.'] }, 0, /look {2}Settings {2}SMTP_ULR/],
    [
      'a reactor beyond the end of the log',
      {
        logPlaces: async () => ({
          end: '12',
          places: [{ name: 'reactor erasures', position: '40', behind: null, isBeyond: true }],
        }),
      },
      1,
      /WRONG Log {7}reactor erasures: position 40, which the log does not have\. .* npm run admin -- rewind/,
    ],
    ['a secret in the data folder', { hasOwnSecret: false }, 1, /WRONG Secret .* keep a copy/],
    ['a file that others can read', { openSecrets: ['/srv/.env holds secrets.'] }, 1, /WRONG Secret {4}\/srv\/\.env/],
    ['a superuser', { roleFacts: async () => ({ ...facts, isSuperuser: true }) }, 1, /WRONG Database .* superuser/],
    [
      'the owner of the tables',
      { roleFacts: async () => ({ ...facts, isOwner: true }) },
      0,
      /look {2}Database .* owns/,
    ],
    [
      'a replica that stands still',
      { replicaProblem: async () => 'The read replica is more than 5 s behind.' },
      1,
      /WRONG Replica {3}.* behind\. .* from the primary/,
    ],
    ['a replica in order', { replicaProblem: async () => null }, 0, /ok {4}Replica/],
    ['an open connection', { unencrypted: ['PostgreSQL is outside.'] }, 1, /WRONG Database {2}PostgreSQL is outside\./],
    ['another time', { roleFacts: async () => ({ ...facts, now: hoursAgo(1) }) }, 1, /WRONG Clock .* 3600 s/],
    ['no answer', { site: async () => ({ status: null, error: 'ENOTFOUND', certificateEnds: null }) }, 1, /ENOTFOUND/],
    ['an old certificate', { site: async () => ({ ...answer, certificateEnds: now }) }, 1, /ends in 0 days/],
    [
      'a proxy',
      { readiness: async () => ({ ready: true, proxy: 'Set TRUST_PROXY.' }) },
      1,
      /WRONG Server .*TRUST_PROXY/,
    ],
    ['no server here', { readiness: async () => null }, 0, /look {2}Server/],
    ['no mail server', { mailServer: null }, 1, /WRONG Mail .*SMTP_URL/],
    ['a mail server that refuses', { mailServer: async () => 'It rejects the password.' }, 1, /WRONG Mail .*rejects/],
    [
      'a deleted stream',
      {
        setAside: async () => ({
          count: 1,
          events: [{ stream: 'prayer-7', position: '137/137', reason: 'The stream was deleted for good.' }],
        }),
      },
      0,
      /look {2}Log {7}1 event was set aside .* prayer-7 at position 137\/137: The stream was deleted/,
    ],
    ['no mailbox for bounces', { mailboxProblem: null }, 0, /look {2}Mail .*BOUNCES_IMAP_URL/],
    ['a full disk', { disk: async () => ({ free: 1e8, total: 1e11 }) }, 1, /WRONG Disk/],
    ['no backup', { latestBackup: async () => null }, 1, /WRONG Backup .*every day/],
    ['an old backup', { latestBackup: async () => hoursAgo(24 * 3) }, 0, /look {2}Backup .* 3 days old/],
    ['a very old one', { latestBackup: async () => hoursAgo(24 * 30) }, 1, /WRONG Backup .* 30 days old/],
  ])('%s is said with what to do', async (_what, change, code, line) => {
    const found = await told(change)
    expect(found.lines.join('\n')).toMatch(line)
    expect(found.code).toBe(code)
  })

  it('one check that cannot be made does not stop the others', async () => {
    const found = await told({ roleFacts: () => Promise.reject(new Error('the database went away')) })
    expect(found.code).toBe(1)
    expect(found.lines.filter((line) => line.includes('could not be checked: the database went away'))).toHaveLength(2)
    expect(found.lines.at(-1)).toMatch(/^ok {4}Backup/)
  })
})
