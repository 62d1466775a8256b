import { describe, expect, it, onTestFinished } from 'vitest'
import { hostileMails } from '../../test/support/mail/hostile-mails.ts'
import { imapServer } from '../../test/support/mail/imap-server.ts'
import { bounce, lines } from '../../test/support/mail/returned-mails.ts'
import { createBounceMailbox } from './bounce-mailbox.ts'
import type { ReturnedMail } from './returned-mail.ts'
import { createReturnedMailThread } from './returned-mail-thread.ts'

const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST-_'

function reading(url: string, { take = async (_mail: ReturnedMail) => {}, thread = createReturnedMailThread() } = {}) {
  const taken: ReturnedMail[] = []
  const aside: [string, string][] = []
  const mailbox = createBounceMailbox({
    url,
    async take(mail) {
      await take(mail)
      taken.push(mail)
      return 'done'
    },
    setAside: async (id, reason) => void aside.push([id, reason]),
    thread,
  })
  onTestFinished(mailbox.close)
  return { read: mailbox.read, taken, aside }
}

const letter = lines('From: ruth@example.org', 'Subject: Thank you', '', 'A letter.')
const isBounce = (mail: ReturnedMail) => mail.type === 'bounce'

describe('the mailbox', () => {
  it('is read once: reports are taken and deleted, other messages are marked and stay', async () => {
    const { url, mailbox } = await imapServer([
      bounce('5.1.1'),
      letter,
      lines('From: ruth@example.org', `Subject: unsubscribe ${token}`, '', ''),
    ])
    const { read, taken, aside } = reading(url)
    expect(await read()).toBe(2)
    expect(taken.map(({ type }) => type)).toEqual(['bounce', 'unsubscribe'])
    expect(mailbox.map(({ uid, isSeen, isFlagged }) => [uid, isSeen, isFlagged])).toEqual([[2, true, false]])
    expect([await read(), aside]).toEqual([0, []])
  })

  it('keeps what could not be recorded for the next run, even over several runs', async () => {
    const { url, mailbox } = await imapServer([bounce('5.1.1')])
    let isAway = true
    const { read, aside } = reading(url, {
      async take() {
        if (isAway) throw new Error('The database is away.')
      },
    })
    for (let run = 1; run <= 5; run++) await expect(read()).rejects.toThrow('away')
    expect([mailbox, aside]).toMatchObject([[{ isSeen: false, isDeleted: false, isFlagged: false }], []])
    isAway = false
    expect(await read()).toBe(1)
  })

  it('rejects a wrong password and an unreachable server', async () => {
    const { wrong } = await imapServer([])
    await expect(reading(wrong).read()).rejects.toThrow()
    await expect(reading('imap://a:b@127.0.0.1:1').read()).rejects.toThrow()
  })
})

describe('a hostile message', () => {
  it('of any kind does not block the bounces behind it', async () => {
    const { url, mailbox } = await imapServer(
      Object.values(hostileMails).flatMap((source) => [source, bounce('5.1.1')]),
    )
    const { read, taken, aside } = reading(url)
    const count = Object.keys(hostileMails).length
    expect(await read()).toBe(count)
    expect(taken.filter(isBounce)).toHaveLength(count)
    // They stay for people to read, and the system never reads them again.
    expect(mailbox).toHaveLength(count)
    expect(mailbox.filter(({ isSeen }) => !isSeen)).toEqual([])
    const names = Object.keys(hostileMails)
    const flagged = mailbox.filter(({ isFlagged }) => isFlagged).map(({ uid }) => names[(uid - 1) / 2])
    expect(flagged).toContain('10,000 parts')
    expect(aside).toEqual(flagged.map((name) => [`1.${names.indexOf(name ?? '') * 2 + 1}`, 'broken']))
    expect(await read()).toBe(0)
  }, 60_000)

  it.each([
    ['that takes forever', 'hang'],
    ['that ends the thread', 'exit'],
  ])(
    '%s is given three chances behind the others, and is then set aside',
    async (_what, trick) => {
      const thread = createReturnedMailThread({
        file: new URL('../../test/support/mail/tricked-mail-worker.ts', import.meta.url),
        timeout: 4000,
      })
      const { url, mailbox } = await imapServer([`Trick: ${trick}\r\n\r\n`, bounce('5.1.1')])
      const { read, aside } = reading(url, { thread })
      expect([await read(), aside]).toEqual([1, []])
      expect([await read(), aside]).toEqual([0, []])
      await read()
      expect(aside).toEqual([['1.1', 'slow']])
      expect(mailbox).toMatchObject([{ uid: 1, isSeen: true, isFlagged: true }])
    },
    60_000,
  )

  it('that cannot be recorded is set aside once others were recorded', async () => {
    const { url, mailbox, deliver } = await imapServer([bounce('5.9.9'), bounce('5.1.1')])
    const { read, taken, aside } = reading(url, {
      async take(mail) {
        if (mail.type === 'bounce' && mail.code === '5.9.9') throw new RangeError('refused')
      },
    })
    expect(await read()).toBe(1)
    await expect(read()).rejects.toThrow('refused')
    expect(aside).toEqual([])
    deliver(bounce('5.1.1'))
    expect(await read()).toBe(1)
    expect([taken.length, aside]).toEqual([2, [['1.1', 'refused']]])
    expect(mailbox).toMatchObject([{ uid: 1, isSeen: true, isFlagged: true }])
    expect(await read()).toBe(0)
  })

  it('does not block the messages behind it, even if there are more than one run reads', async () => {
    const sources = [...Array.from({ length: 250 }, () => bounce('5.9.9')), bounce('5.1.1')]
    const { url } = await imapServer(sources)
    const { read, taken } = reading(url, {
      async take(mail) {
        if (mail.type === 'bounce' && mail.code === '5.9.9') throw new RangeError('refused')
      },
    })
    await expect(read()).rejects.toThrow('refused')
    expect(await read()).toBe(1)
    expect(taken).toMatchObject([{ code: '5.1.1' }])
  }, 60_000)
})
