import { expect, it } from 'vitest'
import { letterhead } from '../../contract/campaign.ts'
import { draftEmailCampaign } from '../../contract/email-campaigns.ts'
import { compileEmailCampaignMail } from './email-campaign-mail.ts'
import { renderMarkdown } from './markdown.ts'
import { createMarks } from './merge-fields.ts'
import { rawMarkdown } from './raw-markdown.ts'

/** Texts that admins paste, and those that an attacker with an admin's session would. */
const pieces = [
  ...[
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:x)',
    '[a](&#106;avascript:x)',
    '[a](data:text/html,x)',
    '[a](file:///x)',
  ],
  ...[
    '[a](//evil.example)',
    '[a](x)',
    '[a]()',
    '[](https://a.example)',
    '[a](https://a.ex ample)',
    '[a] (https://a.example)',
  ],
  ...[
    '[a]\n(https://a.example)',
    '[a\n\nb](https://a.example)',
    '(a)[https://a.example]',
    '[a]<https://a.example>',
    '[a][b]',
  ],
  ...[
    '[a](mailto:{{firstName}}@x.example)',
    '[a](https://{{firstName}})',
    '[a](https://a.example/?n={{firstName|x "y" <z>}})',
  ],
  ...[
    '[a](https://a.example "ti<t>le")',
    '[a]: javascript:x\n\n[a]',
    '![x](https://a.example/x.png)',
    '![x][y]',
    '[![x](y)](z)',
  ],
  ...[
    '{{firstName',
    'firstName}}',
    '{{firstname}}',
    '{{firstName|**x**}}',
    '{{{x}}}',
    '*|FNAME|*',
    '%%x%%',
    '[[x]]',
    '[name]',
  ],
  ...[
    '<b>x</b>',
    '<br>',
    '<img src=x onerror=y>',
    '<script>x</script>',
    '<svg/onload=x>',
    '<o:p></o:p>',
    '<!DOCTYPE html>',
  ],
  ...[
    '<!-- x -->',
    '<font color=red',
    '<a\nhref="x">y</a>',
    '<3',
    'a < b > c',
    '<https://a.example>',
    '<javascript:alert(1)>',
  ],
  ...[
    '**a',
    '** a **',
    '__a',
    '~~a',
    '```',
    '##a',
    '| a | b |\n|---|---|',
    '- [ ] a',
    '[^1]\n\n[^1]: x',
    '[b]x[/b]',
    '***a***',
  ],
  ...[
    '`<b>x</b>`',
    '```\n<b>x</b>\n```',
    'https://a.example/"onclick="x',
    '\uE000u\uE001',
    '&#xE000;l0&#xE001;',
    '\u202Eevil',
  ],
]
const around = [
  (piece: string) => piece,
  (piece: string) => `> ${piece}`,
  (piece: string) => `- one\n- ${piece} two`,
  (piece: string) => `Hello **${piece}** there`,
  (piece: string) => `# ${piece}\n\nHello {{firstName}}`,
  (piece: string) => `[Our plan](https://a.example/) ${piece}\n\n${piece}`,
]
const texts = pieces.flatMap((piece) => around.map((wrap) => wrap(piece)))

const refusal = (body: string) => {
  const draft = { name: 'News', subject: 'News', body, segmentIds: ['donors'] }
  return draftEmailCampaign.schema.body.safeParse(draft).error?.issues[0]?.message ?? rawMarkdown(body)
}
const tag = /<\/?([a-z\d]+)((?:\s[^<>]*)?)\/?>/g
const shown = ['p', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'hr', 'a', 'strong', 'em', 's', 'code', 'pre', 'br']
const recipient = { firstName: 'Pat', unsubscribeUrl: 'https://www.campaign.example/unsubscribe' }
const sender = { ...letterhead, publicUrl: 'https://www.campaign.example' }

it('of hundreds of hostile texts, each is refused in a sentence or arrives without raw Markdown or HTML', () => {
  const counts = { refused: 0, sent: 0 }
  for (const body of texts) {
    const said = refusal(body)
    if (said !== null) {
      counts.refused++
      expect(said).toMatch(/[.)]$/)
      continue
    }
    counts.sent++
    const marks = createMarks(sender)
    const { html } = renderMarkdown(marks.place(body), { linkColor: '#000000', mark: marks.link })
    for (const [, name, attributes = ''] of html.source.matchAll(tag)) {
      expect(shown, body).toContain(name)
      expect(attributes, body).not.toMatch(/\son\w+=/i)
      // A mark stands for a link of http or https, which is tracked.
      expect(/href="([^"]*)"/.exec(attributes)?.[1] ?? 'https://', body).toMatch(
        /^(?:\uE000l|https?:\/\/|mailto:|tel:|sms:)/,
      )
    }
    const words = html.source.replace(/<(code|pre)[^>]*>.*?<\/\1>/gs, '').replace(tag, '')
    expect(words, body).not.toMatch(/\]\(|!\[\w|\*\*\S|~~\S|\{\{|\}\}|&lt;\/?(?:[a-z]+[\s/>&]|!)|^#{2,6}\S/m)
    const mail = compileEmailCampaignMail({ subject: 'News', preheader: '', body, reason: 'You asked for it.' }, sender)
    const { html: whole, text } = mail.fill(recipient)
    expect(whole + text, body).not.toMatch(/[\uE000\uE001]/)
  }
  expect(texts.length).toBeGreaterThan(200)
  expect(counts.refused).toBeGreaterThan(150)
  expect(counts.sent).toBeGreaterThan(30)
})
