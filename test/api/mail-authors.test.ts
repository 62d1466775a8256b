import { simpleParser } from 'mailparser'
import parseAddresses from 'nodemailer/lib/addressparser'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMessages } from '../../backend/email-campaign-sending/messages.ts'
import { accountExistsMail } from '../../backend/mail/account-templates.ts'
import { createSmtpMailer } from '../../backend/mail/smtp.ts'
import { testMail } from '../../backend/mail/test-mail.ts'
import { createMessageIds } from '../../backend/mail/tokens/message-ids.ts'
import { letterhead as words } from '../../contract/campaign.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'

const address = 'news@campaign.example'
const sender = { ...words, publicUrl: 'https://www.campaign.example' }
const person = { subject: '11111111-1111-4111-8111-111111111111', email: 'ruth@example.org', firstName: 'Ruth' }

const namesInAscii = [
  'Jane Roe for Congress',
  'Roe, Jane',
  'Jane (IN-05) Roe: for; Congress @ home [2026]',
  'Jane \\ Roe\\',
  `Jane "Janie" O'Roe`,
]
const namesWithAccents = [
  'José Peña-Öztürk for Congress',
  'Peña, "José" (IN-05): <x@example.org>; [2026] @ \\',
  'Żółć Gęślą Jaźń for the United States House of Representatives, 5th District',
]

/** The raw text of an email of each kind under this name: what SMTP delivered, and campaign email as it is built. */
async function mailsFrom(name: string): Promise<string[]> {
  const sink = await startMailSink()
  const mailer = createSmtpMailer({ url: sink.url, from: { name, address } })
  await mailer.send(testMail(sender, 'ruth@example.org'))
  await mailer.send(accountExistsMail(sender, 'ruth@example.org'))
  await mailer.close()
  await sink.close()
  const letterhead = {
    fromName: name,
    fromAddress: address,
    returnPath: { address },
    sender: () => sender,
    unsubscribeLinks: () => ({
      url: 'https://x.example/',
      mailto: '',
      headers: { 'List-Unsubscribe': '<https://x.example/>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    dkim: null,
    messageIds: createMessageIds(Buffer.alloc(32)),
  }
  const content = { subject: 'News', preheader: '', body: 'Hello' }
  const built = await Promise.all(
    (['composed', 'welcome'] as const).map((kind) =>
      createMessages(letterhead, { ...content, kind }, 7).build(person, new Date(0)),
    ),
  )
  return [...sink.received.map(({ raw }) => raw), ...built.map(({ bytes }) => bytes.toString())]
}

const fromLine = (raw: string) => /^From:(.*(?:\r?\n[ \t].*)*)/m.exec(raw)?.[1]?.replace(/\r?\n/g, '').trim() ?? ''

describe.each([...namesInAscii, ...namesWithAccents])('a campaign called %j', (name) => {
  let mails: string[] = []
  beforeAll(async () => {
    mails = await mailsFrom(name)
  })

  it('is one author with this name in test, account, campaign and welcome emails', async () => {
    expect(mails).toHaveLength(4)
    for (const raw of mails) expect((await simpleParser(raw)).from?.value).toEqual([{ name, address }])
  })

  it('is written the same way in each of them', () => {
    expect(new Set(mails.map(fromLine)).size).toBe(1)
  })

  it('is one author for a second parser, which decodes no words', () => {
    const [author, ...others] = parseAddresses(fromLine(mails[0] ?? ''))
    expect(others).toEqual([])
    expect(author).toMatchObject({ address })
    if (namesInAscii.includes(name)) expect(author).toMatchObject({ name })
  })
})

it('a name without special characters has no quotation marks around it', async () => {
  for (const raw of await mailsFrom('Jane Roe for Congress'))
    expect(fromLine(raw)).toBe(`Jane Roe for Congress <${address}>`)
})
