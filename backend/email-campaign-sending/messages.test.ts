import { generateKeyPairSync } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { letterhead as words } from '../../contract/campaign.ts'
import { createMessageIds } from '../mail/tokens/message-ids.ts'
import { createMessages, type DkimKey, type Letterhead } from './messages.ts'

const subject = '11111111-1111-4111-8111-111111111111'
const at = new Date('2026-03-01T12:00:00Z')
const to = { subject, email: 'ruth@example.org', firstName: 'Ruth' }
const mail = {
  kind: 'composed' as const,
  subject: 'Zażółć, {{firstName|friend}}',
  preheader: '',
  body: `Dear {{firstName|friend}},\n\n${'A long line of words, '.repeat(40)}\n\n. a dot\n\nFrom here`,
}

const letterheadWith = (own: Partial<Letterhead> & { dkim?: DkimKey | null } = {}): Letterhead => ({
  fromName: words.siteName,
  fromAddress: 'news@example.org',
  returnPath: { address: 'bounces@example.org' },
  sender: () => ({ ...words, publicUrl: 'https://www.example.org' }),
  unsubscribeLinks: () => ({
    url: 'https://www.example.org/unsubscribe?token=t',
    mailto: 'mailto:u@example.org?subject=unsubscribe%20t',
    headers: {
      'List-Unsubscribe':
        '<https://www.example.org/unsubscribe?token=t>, <mailto:u@example.org?subject=unsubscribe%20t>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
  dkim: null,
  messageIds: createMessageIds(Buffer.alloc(32)),
  ...own,
})
const built = async (letterhead = letterheadWith(), own: Partial<typeof to> = {}) =>
  (await createMessages(letterhead, mail, 7).build({ ...to, ...own }, at)).bytes.toString()

it('reads as the composed email, in any encoding', async () => {
  const messages = createMessages(letterheadWith(), mail, 7)
  const { bytes, kept, messageId } = await messages.build(to, at)
  const read = await simpleParser(bytes)
  expect(read).toMatchObject({ subject: 'Zażółć, Ruth', messageId, text: kept.text, date: at })
  expect(read.html).toBe(kept.html)
  expect(createMessageIds(Buffer.alloc(32)).read(messageId)).toEqual({ campaignId: 7, subject })
  expect(messageId).toMatch(/@www\.example\.org>$/)
})

it('is the same when it is built again, but for the boundary', async () => {
  const messages = createMessages(letterheadWith(), mail, 7)
  const [first, second] = [await messages.build(to, at), await messages.build(to, at)]
  expect(second.bytes.equals(first.bytes)).toBe(true)
})

it('tracks the clicks on its links, except for one that is too long to be numbered', async () => {
  const [short, long] = ['https://example.org/plan', `https://example.org/${'a'.repeat(3200)}`]
  const numbered: string[] = []
  const trackedLinks = {
    number: async (_campaignId: number, urls: readonly string[]) => {
      numbered.push(...urls)
      return new Map(urls.map((url, index) => [url, index + 1]))
    },
    addressOf: ({ link }: { link: number }) => `https://www.example.org/go/mail/${link}`,
  }
  const linked = { ...mail, body: `[plan](${short}) and [form](${long})` }
  const { kept } = await createMessages(letterheadWith({ trackedLinks }), linked, 7).build(to, at)
  expect(numbered).toEqual([short])
  expect(kept.text).toContain('https://www.example.org/go/mail/1')
  expect(kept.text).toContain(long)
})

it('has short lines of ASCII only', async () => {
  const lines = (await built(letterheadWith(), { firstName: 'Ż'.repeat(100) })).split('\r\n')
  const body = lines.slice(lines.indexOf(''))
  expect(body.filter((line) => line.length > 76)).toEqual([])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every character of ASCII
  expect(lines.every((line) => /^[\u0000-\u007f]*$/.test(line))).toBe(true)
})

it('names the recipient once and breaks no header', async () => {
  const raw = await built(letterheadWith({ fromName: 'Żółć "for" Congress\r\nBcc: a@example.org' }), {
    email: 'ruth@example.org\r\nBcc: b@example.org',
    firstName: 'Ruth\r\nBcc: c@example.org',
  })
  const read = await simpleParser(raw)
  expect(read.headers.has('bcc')).toBe(false)
  expect(read.from?.value).toMatchObject([{ address: 'news@example.org' }])
})

it('has the unsubscribe headers, the list id and the marks of bulk mail', async () => {
  const raw = await built()
  expect(raw).toMatch(/^List-Unsubscribe: <https:[^>]+>,\r\n <mailto:[^>]+>\r$/m)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(raw).toMatch(/^List-ID: <campaigns\.www\.example\.org>\r$/m)
  expect(raw).toMatch(/^Feedback-ID: c7:composed:campaigns:www\.example\.org\r$/m)
  expect(raw).not.toMatch(/^Auto-Submitted/m)
  const welcome = await createMessages(letterheadWith(), { ...mail, kind: 'welcome' }, 7).build(to, at)
  expect(welcome.bytes.toString()).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})

it('is signed where a key is configured, including the unsubscribe headers', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const raw = await built(letterheadWith({ dkim: { domainName: 'example.org', keySelector: 's1', privateKey: pem } }))
  const [, signature = ''] = /^DKIM-Signature: ([\s\S]*?)\r\n(?![ \t])/m.exec(raw) ?? []
  const fields = signature.replace(/\s+/g, '')
  expect(fields).toMatch(/d=example\.org;.*s=s1;/)
  expect(fields.toLowerCase()).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/)
})
