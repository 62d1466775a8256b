import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { createUnsentMails } from '../mail/unsent-mails.ts'
import type { UnsentMailTools } from './unsent-mails-command.ts'
import { runUnsentMails } from './unsent-mails-command.ts'

const now = new Date('2031-05-01T12:00:00Z')

async function office() {
  const { pool } = await createTestDatabase()
  const mails = createUnsentMails(pool)
  const mail = { writer: 'rsvp-mails', about: 'rsvps-1@2', title: 'You’re registered: Rally', subject: null }
  await mails.refused({ ...mail, key: 'a', state: 'given_up', reason: '554 after DATA' }, now)
  await mails.refused({ ...mail, key: 'b', state: 'waiting', reason: '452 after RCPT TO' }, now)
  const tools: UnsentMailTools = {
    ...mails,
    async list() {
      const { rows } = await pool.query(
        `SELECT id, title, state, reason, attempts, since, next_attempt_at AS "nextAttemptAt", changed_at AS "changedAt",
           NULL AS email FROM app.unsent_mails ORDER BY id`,
      )
      const givenUp = rows.filter(({ state }) => state === 'given_up').length
      return { waiting: rows.length - givenUp, givenUp, mails: rows }
    },
  }
  return async (...words: string[]) => {
    const lines: string[] = []
    const code = await runUnsentMails(words, tools, { now: () => now, print: (line) => void lines.push(line) })
    return { code, lines }
  }
}

it('lists them, and tries them again or skips them', async () => {
  const run = await office()
  const given =
    '1\tgiven up\taddress no longer known\tYou’re registered: Rally\t554 after DATA, 1 attempt since 2031-05-01T12:00:00.000Z'
  const { code, lines } = await run()
  expect([code, lines[0], lines[1]?.slice(0, 39)]).toEqual([0, given, '2\tnext attempt 2031-05-01T12:00:15.000Z'])
  expect(await run('retry', 'all')).toEqual({
    code: 0,
    lines: ['One mail will be tried again within seconds, while the site runs.'],
  })
  expect(await run('retry', 'all')).toEqual({ code: 1, lines: ['No mail was given up.'] })
  expect(await run('skip', '2')).toEqual({ code: 0, lines: ['Mail 2 will not be sent.'] })
  expect(await run('skip', '2')).toEqual({ code: 1, lines: ['There is no unsent mail 2.'] })
  expect((await run()).lines).toEqual([expect.stringMatching(/^1\tnext attempt 2031-05-01T12:00:00.000Z\t/)])
  await run('skip', '1')
  expect((await run()).lines).toEqual(['No mail waits, and none was given up.'])
})

it('accepts no other arguments', async () => {
  const run = await office()
  for (const words of [
    ['retry'],
    ['skip'],
    ['skip', 'all'],
    ['retry', '0'],
    ['retry', '1', '2'],
    ['retry', 'x'],
    ['drop', '1'],
  ])
    expect(await run(...words)).toEqual({ code: null, lines: [] })
})
