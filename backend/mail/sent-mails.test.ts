import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import type { Mail } from './mailer.ts'
import { createSentMails } from './sent-mails.ts'

const start = Date.parse('2031-05-01T12:00:00Z')
const minute = 60_000
const letter = { key: 'welcome.1', writer: 'welcome', about: 'person 1' }
const words: Mail = { to: 'ruth@example.org', subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' }
const full = () => Object.assign(new Error('full'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 })
const busy = () => Object.assign(new Error('busy'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 })

type Server = { send(mail: Mail): Promise<void>; problem?(): Promise<string | null> }

/** Two processes at one database; each has a fake mail server. */
async function twoProcesses(servers: [Server, Server]) {
  const database = await createTestDatabase()
  let clock = start
  function startProcess(mailer: Server) {
    const sentMails = createSentMails({
      database,
      mailer,
      host: () => 'campaign.example',
      subjectOf: async () => null,
      log: { warn() {} },
      now: () => new Date(clock),
    })
    sentMails.addWriter('welcome', () => sentMails.sendOnce(letter, async () => words))
    return sentMails
  }
  return {
    database,
    pass: (ms: number) => {
      clock += ms
    },
    now: () => new Date(clock),
    processes: [startProcess(servers[0]), startProcess(servers[1])] as const,
  }
}

it('a waiting email is tried by one process only, and by no other call', async () => {
  const tried: string[] = []
  let isFull = true
  const server = (name: string): Server => ({
    async send() {
      tried.push(name)
      if (isFull) throw full()
    },
  })
  const { processes, now, pass } = await twoProcesses([server('one'), server('two')])
  const [one, two] = processes
  await one.sendOnce(letter, async () => words)
  // The reactor reads its event again, in this process or the other.
  for (const process of processes) await process.sendOnce(letter, async () => words)
  for (const process of processes) await process.retryMails(now())
  expect(tried).toEqual(['one'])
  isFull = false
  pass(minute)
  await Promise.all([
    one.retryMails(now()),
    two.retryMails(now()),
    one.retryMails(now()),
    two.sendOnce(letter, async () => words),
  ])
  expect(tried).toHaveLength(2)
  pass(100 * minute)
  for (const process of processes) await process.retryMails(now())
  await one.sendOnce(letter, async () => words)
  expect(tried).toHaveLength(2)
})

it('an email that a crashed process was trying is taken over by another one', async () => {
  const ids: (string | undefined)[] = []
  let dies = false
  const first: Server = {
    async send({ messageId }) {
      ids.push(messageId)
      if (dies) await new Promise(() => {})
      throw full()
    },
  }
  const second: Server = { send: async ({ messageId }) => void ids.push(messageId) }
  const { processes, now, pass } = await twoProcesses([first, second])
  const [one, two] = processes
  await one.sendOnce(letter, async () => words)
  dies = true
  pass(minute)
  void one.retryMails(now())
  await expect.poll(() => ids).toHaveLength(2)
  await two.retryMails(now())
  expect(ids).toHaveLength(2)
  pass(20 * minute)
  await two.retryMails(now())
  // The same Message-ID, so that mail programs show it once.
  expect(ids).toEqual(Array.from({ length: 3 }, () => '<welcome.1@campaign.example>'))
  await two.retryMails(now())
  expect(ids).toHaveLength(3)
})

it('a waiting email keeps its turn while the server is away, and is abandoned after three days', async () => {
  let error: Error = full()
  const server: Server = { send: () => Promise.reject(error) }
  const { database, processes, now, pass } = await twoProcesses([server, server])
  const [one] = processes
  const row = async () => (await database.pool.query('SELECT state, attempts, reason FROM app.unsent_mails')).rows[0]
  await one.sendOnce(letter, async () => words)
  error = Object.assign(new Error('away'), { code: 'EDNS' })
  pass(minute)
  await one.retryMails(now())
  expect(await row()).toMatchObject({ state: 'waiting', attempts: 1, reason: 'EDNS' })
  pass(3 * 24 * 60 * minute)
  await one.retryMails(now())
  expect(await row()).toMatchObject({ state: 'given_up', attempts: 1 })
})

it('a server that asks for a pause delays all email for an hour; after that only the email that it asks for', async () => {
  const server: Server = { send: () => Promise.reject(busy()), problem: async () => null }
  const { database, processes, pass } = await twoProcesses([server, server])
  const [one] = processes
  const send = () => one.sendOnce(letter, async () => words)
  await expect(send()).rejects.toThrow('busy')
  pass(59 * minute)
  await expect(send()).rejects.toThrow('busy')
  pass(minute)
  await send()
  const { rows } = await database.pool.query('SELECT state FROM app.unsent_mails')
  expect(rows).toEqual([{ state: 'waiting' }])
})

it('abandoned emails are forgotten after 90 days', async () => {
  const refused = Object.assign(new Error('no'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })
  const server: Server = { send: () => Promise.reject(refused) }
  const { database, processes, now, pass } = await twoProcesses([server, server])
  const [one] = processes
  await one.sendOnce(letter, async () => words)
  const count = async () => (await database.pool.query('SELECT FROM app.unsent_mails')).rowCount
  pass(89 * 24 * 60 * minute)
  await one.unsentMails.forgetOld(now())
  expect(await count()).toBe(1)
  pass(2 * 24 * 60 * minute)
  await one.unsentMails.forgetOld(now())
  expect(await count()).toBe(0)
})
