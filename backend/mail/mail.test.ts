import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { letterhead } from '../../contract/campaign.ts'
import { spent } from '../../test/support/run/spent.ts'
import { accountExistsMail } from './account-templates.ts'
import { createBackgroundMailer } from './background-mailer.ts'
import { escapeHtml, html } from './html.ts'
import { renderMail } from './layout.ts'
import { createOutbox } from './outbox.ts'
import { outboxPages } from './outbox-pages.ts'
import { createSmtpMailer } from './smtp.ts'

const sender = { ...letterhead, siteName: 'Byron & Daughter', publicUrl: 'https://campaign.example' }
const mail = accountExistsMail(sender, 'ada@example.org')
const evil = '<script>alert(1)</script>'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('email templates', () => {
  it('have the same content as text and as HTML, escaped', () => {
    expect(mail.text).toContain('You already have one, so nothing was changed.')
    expect(mail.html).toContain('You already have one, so nothing was changed.')
    expect(mail.text).toContain('Sign in:\nhttps://campaign.example/login')
    expect(mail.html).toContain('href="https://campaign.example/login"')
    expect(mail.html).toContain('Byron &amp; Daughter')
    const hostile = renderMail(sender, 'ruth@example.org', {
      subject: evil,
      heading: evil,
      paragraphs: [evil],
      reason: evil,
      action: { label: evil, url: '"><b>' },
    })
    expect(hostile.html).not.toContain('<script')
    expect(hostile.html).not.toContain('"><b>')
  })

  it('escape text and keep HTML', () => {
    expect(html`<p title="${'"'}">${'a<b'}${html`<i>${"'"}</i>`}</p>`.source).toBe(
      '<p title="&quot;">a&lt;b<i>&#39;</i></p>',
    )
    expect(escapeHtml('&amp;')).toBe('&amp;amp;')
  })
})

describe('the development outbox', () => {
  it('deletes only the messages to a person or about them', async () => {
    const outbox = createOutbox({ folder: await temporaryFolder(), from: 'Campaign <no-reply@example.org>' })
    await outbox.forget(['ada@example.org'])
    await outbox.send(mail)
    await outbox.send({ ...mail, to: 'ben@example.org', text: 'Your address is no longer Ada@Example.org.' })
    await outbox.send({ ...mail, to: 'cid@example.org' })
    await outbox.forget(['ADA@example.org', 'nobody@example.org'])
    expect((await outbox.list()).mails.map(({ to }) => to)).toEqual(['cid@example.org'])
  })

  async function site() {
    const folder = await temporaryFolder()
    const outbox = createOutbox({ folder: join(folder, 'outbox'), from: 'Campaign <no-reply@example.org>' })
    const app = fastify()
    onTestFinished(async () => app.close())
    await app.register(outboxPages, { outbox, isLocal: ({ hostname }) => hostname === 'localhost' })
    return {
      folder: join(folder, 'outbox'),
      outbox,
      get: (url: string, host = 'localhost:80') => app.inject({ url, headers: { host } }),
    }
  }

  it('stores messages as files, newest first, and never partially', async () => {
    const { outbox, folder } = await site()
    expect(await outbox.list()).toEqual({ mails: [], total: 0 })
    await outbox.send(mail)
    const [kept] = (await outbox.list()).mails
    expect(kept).toMatchObject({ ...mail, from: 'Campaign <no-reply@example.org>' })
    expect(await readdir(folder)).toEqual([`${kept?.id}.json`])
    await writeFile(join(folder, 'notes.json'), '{}')
    expect(await outbox.list()).toMatchObject({ mails: [{}], total: 1 })
  })

  it('shows the list and a message, escaped', async () => {
    const { outbox, get } = await site()
    expect((await get('/dev/mail')).body).toContain('No mail yet.')
    await outbox.send({ ...mail, subject: evil, text: evil, html: evil })
    const [{ id = '' } = {}] = (await outbox.list()).mails
    for (const url of ['/dev/mail', `/dev/mail/${id}`]) {
      const page = await get(url)
      expect(page.body).toContain('&lt;script&gt;')
      expect(page.body).not.toContain('<script')
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    }
  })

  it('stays quick and small with the 10,000 emails of an email campaign, and all of them can be reached', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    const { outbox, folder, get } = await site()
    await outbox.send({ ...mail, to: 'first@example.org', html: 'a'.repeat(20_000) })
    const [first] = (await outbox.list()).mails
    const write = (number: number) => {
      const id = `${String(Date.now() + number).padStart(13, '0')}-${number.toString(16).padStart(12, '0')}`
      return writeFile(join(folder, `${id}.json`), JSON.stringify({ ...first, id, to: `person${number}@example.org` }))
    }
    for (let start = 1; start < 10_000; start += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => (start + index < 10_000 ? write(start + index) : null)),
      )

    const memory = process.memoryUsage().rss
    const own = process.threadCpuUsage()
    for (const number of [1, 2, 50, 100]) {
      const { statusCode, body } = await get(`/dev/mail?page=${number}`)
      expect(statusCode).toBe(200)
      expect(body.match(/<li>/g)).toHaveLength(100)
      expect(body).toContain(`Page ${number} of 100, 10,000 messages`)
      expect(body.length).toBeLessThan(40_000)
    }
    expect(spent(own)).toBeLessThan(8000)
    expect(process.memoryUsage().rss - memory).toBeLessThan(200e6)
    expect((await get('/dev/mail')).body).toContain('to person9999@example.org,')
    expect((await get('/dev/mail?page=100')).body).toContain('to first@example.org,')
    for (const number of ['101', '0', '-1', '1.5', 'a', '1e9'])
      expect((await get(`/dev/mail?page=${number}`)).statusCode).toBe(404)
  })

  it('is not served under another host name', async () => {
    const { outbox, get } = await site()
    await outbox.send(mail)
    const [{ id = '' } = {}] = (await outbox.list()).mails
    for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
      expect((await get(url)).statusCode).toBe(200)
      const answer = await get(url, 'evil.example')
      expect([answer.statusCode, answer.body.includes('account'), answer.body.includes(id)]).toEqual([
        404,
        false,
        false,
      ])
    }
  })

  it('shows the HTML in a sandbox without scripts', async () => {
    const { outbox, get } = await site()
    await outbox.send({ ...mail, html: evil })
    const [{ id = '' } = {}] = (await outbox.list()).mails
    const page = await get(`/dev/mail/${id}/html`)
    expect(page.body).toBe(evil)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox allow-popups/)
    expect(page.headers['content-security-policy']).not.toContain('allow-scripts')
  })

  it.each(['nothing', '..%2f..%2fpackage', '0000000000000-000000000000'])('has no message %s', async (id) => {
    const { get } = await site()
    expect((await get(`/dev/mail/${id}`)).statusCode).toBe(404)
    expect((await get(`/dev/mail/${id}/html`)).statusCode).toBe(404)
  })
})

/** A minimal mail server; `refuse` makes it reject every recipient. */
async function mailServer({ refuse = false, requireTLS = false } = {}) {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isMessage = false
    socket.write('220 test\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      const parts = `${rest}${chunk}`.split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (isMessage) {
          if (line !== '.') continue
          isMessage = false
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          isMessage = true
          socket.write('354 go on\r\n')
        } else if (line === 'STARTTLS') socket.write('502 5.5.1 not known here\r\n')
        else if (refuse && line.startsWith('RCPT')) socket.write('550 5.1.1 <ada@example.org> is unknown\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: { name: 'Campaign', address: 'no-reply@example.org' },
    requireTLS,
  })
  onTestFinished(() => mailer.close())
  return { mailer, lines }
}

describe('mail by SMTP', () => {
  it('is not sent in plain text when TLS is required', async () => {
    const { mailer, lines } = await mailServer({ requireTLS: true })
    await expect(mailer.send(mail)).rejects.toThrow()
    expect(lines.filter((line) => /^(?:MAIL|RCPT|AUTH|DATA)/.test(line))).toEqual([])
  })

  it('is delivered to one recipient, as text and HTML', async () => {
    const { mailer, lines } = await mailServer()
    await mailer.send(mail)
    expect(lines).toContain('MAIL FROM:<no-reply@example.org>')
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.org>'])
    const message = lines.join('\n')
    for (const part of ['Subject: You already have an account', 'multipart/alternative', 'text/plain', 'text/html'])
      expect(message).toContain(part)
  })

  it('never blocks the caller, and logs a failure without the address', async () => {
    const { mailer } = await mailServer({ refuse: true })
    const logged: unknown[] = []
    const backgroundMailer = createBackgroundMailer(mailer, { warn: (...words) => void logged.push(words) })
    backgroundMailer.post(mail)
    expect(logged).toEqual([])
    await backgroundMailer.idle()
    expect(logged).toEqual([
      [expect.objectContaining({ code: 'EENVELOPE', responseCode: 550 }), 'An email could not be sent.'],
    ])
    expect(JSON.stringify(logged)).not.toContain('ada@')
  })
})
