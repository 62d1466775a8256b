import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letterhead } from '../../contract/campaign.ts'
import { spent } from '../../test/support/run/spent.ts'
import { compileEmailCampaignMail, type EmailCampaignContent } from './email-campaign-mail.ts'

const sender = { ...letterhead, siteName: 'Byron & Daughter', publicUrl: 'https://campaign.example' }
const unsubscribeUrl = 'https://campaign.example/unsubscribe?token=a&b'
const compile = (content: Partial<EmailCampaignContent>) =>
  compileEmailCampaignMail({ subject: 'News', preheader: '', body: '', reason: 'You signed up.', ...content }, sender)
const fill = (content: Partial<EmailCampaignContent>, firstName: string | null = 'Ruth') =>
  compile(content).fill({ firstName, unsubscribeUrl })
const bodyOf = (text: string) => text.slice(0, text.indexOf('\n\n--\n'))

describe('merge fields', () => {
  it('are filled in subject, preheader and body, with a fallback for people without a name', () => {
    const content = {
      subject: '{{firstName}}, a word from {{siteName}}',
      preheader: 'For you, {{ firstName | neighbor }}',
      body: 'Dear {{firstName|dear friend}}, **{{firstName}}**',
    }
    const ruth = fill(content)
    expect(ruth.subject).toBe('Ruth, a word from Byron & Daughter')
    expect(ruth.html).toContain('For you, Ruth')
    expect(ruth.html).toContain('Dear Ruth, <strong>Ruth</strong>')
    expect(bodyOf(ruth.text)).toBe('Dear Ruth, Ruth')
    const unnamed = fill(content, null)
    expect(unnamed.subject).toBe('friend, a word from Byron & Daughter')
    expect(unnamed.html).toContain('For you, neighbor')
    expect(bodyOf(unnamed.text)).toBe('Dear dear friend, friend')
  })

  it('are parsed once: an email is fixed text with a few fields in between', () => {
    const { htmlParts, textParts } = compile({ body: 'Dear {{firstName|you}}' })
    const fields = (parts: typeof htmlParts) => parts.filter((part) => typeof part !== 'string')
    const name = { field: 'firstName', fallback: 'you' }
    const link = { field: 'unsubscribeUrl' }
    const why = { field: 'whyUrl' }
    expect(fields(htmlParts)).toEqual([name, name, link, link, why])
    expect(fields(textParts)).toEqual([name, link, why])
  })

  it('stay as written when they are unknown', () => {
    expect(bodyOf(fill({ body: '{{lastName}}' }).text)).toBe('{{lastName}}')
  })
})

describe('a name', () => {
  it.each([
    ['<b>Ruth</b>', 'friend'],
    ['Visit evil.example', 'friend'],
    ['https://evil.example', 'friend'],
    ['Ruth\r\nBcc: eve@evil.example', 'friend'],
    ['Ruth\r\nBcc', 'Ruth Bcc'],
    ['\u202eRuth\u2066', 'Ruth'],
    ['Ruth & “Co”', 'friend'],
    ['Mary Ann O’Neil-Díaz', 'Mary Ann O’Neil-Díaz'],
    ['Vote for somebody else', 'friend'],
    ['Call 765 555', 'friend'],
    ['R'.repeat(41), 'friend'],
    ['J. R.', 'J. R.'],
    ['J', 'J'],
    ['John & Mary', 'John & Mary'],
    ['John and Mary Smith', 'John and Mary Smith'],
    ['Ana y José', 'Ana y José'],
    ['John, Mary, and Sue', 'John, Mary, and Sue'],
    ['John + Mary', 'John + Mary'],
    ['John/Mary', 'John/Mary'],
    ['William Jr.', 'William Jr.'],
    ['William, Jr', 'William, Jr'],
    ['Dr. Robert Roe III', 'Dr. Robert Roe III'],
    ['Ruth Roe, Ph.D.', 'Ruth Roe, Ph.D.'],
    ['J & M', 'J & M'],
    ['Win & evil.example', 'friend'],
    ['evil.com/now', 'friend'],
    ['Ruth & <b>Co</b>', 'friend'],
    ['{{siteName}}', 'friend'],
    ['\uE0000\uE001', 'friend'],
    ['  ', 'friend'],
    ['null', 'friend'],
    ['NULL', 'friend'],
    ['undefined', 'friend'],
    ['N/A', 'friend'],
    ['n/a', 'friend'],
    ['NA', 'friend'],
    ['None', 'friend'],
    ['NaN', 'friend'],
    ['Unknown', 'friend'],
    ['-', 'friend'],
    ['.', 'friend'],
    ['First Name', 'friend'],
    ['Na', 'Na'],
    ['Nan', 'Nan'],
    ['Nulla', 'Nulla'],
  ])('%j appears as %j', (name, shown) => {
    const { subject, text, html } = fill({ subject: 'Hi {{firstName}}', body: '{{firstName}}' }, name)
    expect([subject, bodyOf(text)]).toEqual([`Hi ${shown}`, shown])
    expect(html).toContain(`<title>Hi ${shown.replaceAll('&', '&amp;')}</title>`)
  })

  it('stay as they are written where one never ends', () => {
    const body = `{{${' '.repeat(9000)}x`
    expect(bodyOf(fill({ body }).text)).toBe(body)
  })

  it('never breaks a header or the HTML, whatever it contains', () => {
    const mail = compile({ subject: '{{firstName}}', body: '{{firstName}}' })
    const tags = (html: string) => html.match(/<[^>]*>/g)?.length
    const usual = tags(mail.fill({ firstName: 'Ruth', unsubscribeUrl }).html)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (firstName) => {
        const { subject, html } = mail.fill({ firstName, unsubscribeUrl })
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
        expect(subject).not.toMatch(/[\u0000-\u001f\u007f\u2028-\u202e\u2066-\u2069]/)
        expect(tags(html)).toBe(usual)
      }),
      { numRuns: 500 },
    )
  })
})

describe('Markdown', () => {
  it('becomes simple HTML with its own styles, and readable text', () => {
    const { text, html } = fill({
      body: '# Title\n\nSome **bold** and *slanted* [plan](https://a.example/x?y=1&z=2)\nnext line\n\n- one\n- two\n\n1. first\n2. second\n\n> said\n\n---\n\nhttps://b.example/ <mailto:a@b.example>',
    })
    expect(bodyOf(text)).toBe(
      'Title\n\nSome bold and slanted plan (https://a.example/x?y=1&z=2)\nnext line\n\n- one\n- two\n\n1. first\n2. second\n\n> said\n\n---\n\nhttps://b.example/ a@b.example',
    )
    expect(html).toMatch(/<h2 style="[^"]+">Title<\/h2>/)
    expect(html).toMatch(/<a href="https:\/\/a\.example\/x\?y=1&amp;z=2" style="[^"]+">plan<\/a>/)
    expect(html).toMatch(/<a href="mailto:a@b\.example" style="[^"]+">a@b\.example<\/a>/)
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '[x](//a.example)',
    '[x](/news)',
    '[x](#top)',
    '[x](https://{{firstName}}.example/)',
    '[x]({{firstName}})',
    '[x](mailto:{{firstName}}@a.example)',
    'file:///etc/passwd',
    'notes.md',
    '<img src=x onerror=alert(1)>',
  ])('%s is neither a link nor a tag', (body) => {
    const { html } = fill({ body })
    const start = html.indexOf('<p style="margin:0 0 16px">')
    expect(start).toBeGreaterThan(0)
    expect(html.slice(start, html.indexOf('</p>', start)).match(/<(?!\/?(p|br)\b)/g)).toBeNull()
  })

  it('has the links that people write: with and without TLS, email, telephone and text message', () => {
    const { text, html } = fill({ body: readFileSync(new URL('./email-campaign-body.md', import.meta.url), 'utf8') })
    const targets = [...html.matchAll(/<p [^>]*>.*?<\/p>/gs)].flatMap(([paragraph]) =>
      [...paragraph.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, href, words]) => [href, words]),
    )
    expect(targets).toEqual([
      ['http://example.com/plan', 'our plan'],
      ['http://example.com/bare', 'http://example.com/bare'],
      ['https://www.example.com/www', 'www.example.com/www'],
      ['tel:+17655550100', 'our office'],
    ])
    expect(bodyOf(text)).toBe(
      'Dear Ruth,\n\nSee our plan (http://example.com/plan), http://example.com/bare, www.example.com/www and call our office (+17655550100).',
    )
    const plan = fill({ body: '[our plan](www.example.com/plan)' })
    expect(plan.html).toContain('<a href="https://www.example.com/plan"')
    expect(bodyOf(plan.text)).toBe('our plan (https://www.example.com/plan)')
    expect(fill({ body: '[text us](sms:+17655550100?body=Hi%20there)' }).html).toContain(
      '<a href="sms:+17655550100?body=Hi%20there"',
    )
  })

  it.each([
    ['https://a.example/a%20b/c.pdf', 'https://a.example/a%20b/c.pdf'],
    ['www.a.example/a%20b', 'www.a.example/a%20b'],
    ['https://a.example/(a%29?q=x%26y', 'https://a.example/(a%29?q=x%26y'],
    ['https://a.example/%C3%A4%C2%A0b', 'https://a.example/ä%C2%A0b'],
    ['[map](https://a.example/a%20b)', 'map (https://a.example/a%20b)'],
  ])('keeps the address of %s whole in the text', (body, shown) => {
    expect(bodyOf(fill({ body }).text)).toBe(shown)
  })

  it('may have a merge field in the address of a link, where it is encoded', () => {
    const body =
      '[yours](https://a.example/p?n={{firstName|dear friend}}&s={{siteName}}) <https://a.example/{{firstName}}> [w](mailto:a@b.example?subject=From%20{{firstName}})'
    const { html, text } = fill({ body }, 'John & Mary')
    expect(html).toContain('href="https://a.example/p?n=John%20%26%20Mary&amp;s=Byron%20%26%20Daughter"')
    expect(html).toContain('href="https://a.example/John%20%26%20Mary"')
    expect(html).toContain('href="mailto:a@b.example?subject=From%20John%20%26%20Mary"')
    expect(bodyOf(text)).toContain('yours (https://a.example/p?n=John%20%26%20Mary&s=Byron%20%26%20Daughter)')
    expect(fill({ body }, null).html).toContain('n=dear%20friend&amp;')
    expect(compile({ body }).links).toEqual([])
  })

  it('has headings with underlines, references, crossed-out text and code', () => {
    const body = 'Title\n=====\n\n[plan][p] ~~not~~ `x < y`\n\n```\n| as | is |\n```\n\n[p]: https://a.example/p'
    const { html, text } = fill({ body })
    expect(html).toMatch(
      /<h2 [^>]*>Title<\/h2>[\s\S]*<a href="https:\/\/a\.example\/p"[^>]*>plan<\/a> <s>not<\/s> <code>x &lt; y<\/code>/,
    )
    expect(bodyOf(text)).toBe('Title\n\nplan (https://a.example/p) not x < y\n\n| as | is |')
  })

  it.each([
    '&#xE000;u&#xE001;',
    '&#57344;u&#57345;',
    '&#xe000;0&#xe001; {{firstName}}',
    '[a](https://example.org "&#xE000;u&#xE001;")',
    '[&#xE000;l0&#xE001;](https://example.org)',
  ])('%s fills in nothing', (body) => {
    const { html, text } = fill({ body })
    const { html: plain, text: plainText } = fill({ body: '' })
    expect(html + text).not.toMatch(/[\uE000\uE001]/)
    const count = (words: string) => words.split('/unsubscribe').length
    expect([count(html), count(text)]).toEqual([count(plain), count(plainText)])
  })

  it('accepts any text, and marks typed in it do no harm', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (body) => {
        const { html, text } = fill({ body: `\uE0007\uE001${body}`, subject: body, preheader: body })
        expect(html + text).not.toMatch(/[\uE000\uE001]/)
        expect(html).not.toMatch(/<script|<img|javascript:[^"]*"/i)
      }),
      { numRuns: 300 },
    )
  })

  it('of 10,000 characters stays within 40 KB and renders fast', () => {
    const body = 'All **of** us, {{firstName}}. '.repeat(333)
    const own = process.threadCpuUsage()
    const { html } = fill({ body })
    expect(spent(own)).toBeLessThan(1000)
    expect(Buffer.byteLength(html)).toBeLessThan(40_000)
    for (const hard of ['['.repeat(10_000), '*a '.repeat(3333), '> '.repeat(5000), '- '.repeat(5000)])
      expect(() => compile({ body: hard })).not.toThrow()
    expect(spent(own)).toBeLessThan(5000)
  })
})

it('the preheader defaults to the beginning of the body, and is cut between words', () => {
  const preheader = (content: Partial<EmailCampaignContent>) =>
    /max-height:0px[^>]*>([^<]*)</.exec(fill(content).html)?.[1] ?? ''
  expect(preheader({ body: '# Hi {{firstName}}\n\nGood *news*' })).toBe('Hi Ruth Good news')
  expect(preheader({ body: 'word '.repeat(100) })).toMatch(/^(word ){20,}word…$/)
  expect(preheader({ body: `${'x'.repeat(139)}{{firstName}} and more` })).toBe(`${'x'.repeat(139)}…`)
})
