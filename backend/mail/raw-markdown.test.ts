import { describe, expect, it } from 'vitest'
import { rawMarkdown } from './raw-markdown.ts'

describe('text that would arrive as raw Markdown', () => {
  it.each([
    '[x](javascript:alert(1))',
    '[x](/news)',
    '[x](example.com)',
    '[x](www.)',
    '[x](#top)',
    '[x](//a.example)',
    '[our plan](https://a.example/the plan)',
    '[x](https://{{firstName}}.example)',
    '[x]({{firstName}})',
    '[x][nowhere]',
    '[x] (https://a.example/)',
    'a **bold word',
    '** bold **',
    'an __important word',
    '**a*',
    '*a**',
    '**a***',
    '**Hi {{firstName}}*',
    '~~crossed',
    '##Heading',
    '[x]()',
    '[x]\n(https://a.example/)',
    '[x\n\ny](https://a.example/)',
    '(Donate)[https://a.example/]',
    '[Donate]<https://a.example/>',
    '[Donate]{https://a.example/}',
    '[b]bold[/b]',
    '[url=https://a.example/]x[/url]',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '- [ ] to do',
    'Note[^1]\n\n[^1] x',
    '[](https://a.example/)',
    '**See [ ](https://a.example/)**',
    '[x](https://a.example:99999/)',
    '[x\\](https://a.example/)',
  ])('is reported in a sentence: %s', (source) => {
    expect(rawMarkdown(source)).toMatch(/^“.+” would arrive as you see it\. [A-Z].+\.$/s)
  })

  it.each(['*', '- ', '1.', '>', '#', '***', '[x]: https://a.example/'])('has words: %j has none', (source) =>
    expect(rawMarkdown(source)).toBe('This text has no words that would arrive.'),
  )

  it.each([
    '# Title\n\nTitle\n=====\n\n**bold** *slanted* __bold__ ~~gone~~ `code`\n\n- one\n\n1. two\n\n> said\n\n---',
    '```\n| a | b |\n**as it is**\n```',
    '***both*** **a *b* c** *[terms](https://a.example) apply 5*3*2',
    '**bold**\\* and *slanted* *\n*Terms apply',
    '[a][b] and [b]\n\n[b]: https://a.example/',
    '[plan](http://a.example/p), http://a.example/__x__, www.a.example/w, [plan](www.a.example/p), [call](tel:+17655550100), [text](sms:+17655550100?body=Hi)',
    '[yours](https://a.example/?n={{firstName|dear friend}}&s={{siteName}})',
    '\\*\\*two asterisks\\*\\* and \\[x\\](y)',
    'Name: ______  #hashtag 5 * 3 = 15 * and [brackets] (round)',
    '<https://a.example/> <a@b.example>',
    '[1] https://a.example/ (https://a.example/) [b](https://a.example/)',
    '',
  ])('does not include %j', (source) => {
    expect(rawMarkdown(source)).toBeNull()
  })
})
