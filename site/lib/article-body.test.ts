import { expect, it } from 'vitest'
import { articleLines, lineHtml, summaryOf } from './article-body.ts'

it('reads an article line by line', () => {
  expect(articleLines('# Why\r\nFirst.\n\n---\n## How\n  Second.  \n#hashtag\n--- not a rule')).toEqual([
    { kind: 'heading', text: 'Why' },
    { kind: 'paragraph', text: 'First.' },
    { kind: 'rule' },
    { kind: 'subheading', text: 'How' },
    { kind: 'paragraph', text: 'Second.' },
    { kind: 'paragraph', text: '#hashtag' },
    { kind: 'paragraph', text: '--- not a rule' },
  ])
})

it('treats markup as text', () => {
  expect(articleLines('# <b>Why</b>\n<script>go()</script>')).toEqual([
    { kind: 'heading', text: '<b>Why</b>' },
    { kind: 'paragraph', text: '<script>go()</script>' },
  ])
})

it.each([
  [
    'Read [our plan](https://example.org/plan?a=1&b=2).',
    'Read <a href="https://example.org/plan?a=1&amp;b=2">our plan</a>.',
  ],
  [
    '[Events](/events), [mail](mailto:a@example.org)',
    '<a href="/events">Events</a>, <a href="mailto:a@example.org">mail</a>',
  ],
  ['[our plan](www.example.org/plan)', '<a href="https://www.example.org/plan">our plan</a>'],
  ['**Now** and *here*', '<strong>Now</strong> and <em>here</em>'],
  ['2 * 3 * 4, snake_case and [brackets]', '2 * 3 * 4, snake_case and [brackets]'],
  ['<script>go()</script> <b>bold</b>', '&lt;script&gt;go()&lt;/script&gt; &lt;b&gt;bold&lt;/b&gt;'],
  ['[click](javascript:go())', '[click](javascript:go())'],
  ['[click](//example.org) [x](data:text/html,x)', '[click](//example.org) [x](data:text/html,x)'],
  ['![cat](https://example.org/cat.png)', '!<a href="https://example.org/cat.png">cat</a>'],
])('writes the line %s as HTML', (line, html) => {
  expect(lineHtml(line)).toBe(html)
})

it('sums an article up by its excerpt, its first paragraph or its title', () => {
  const article = { title: 'Title', excerpt: 'Excerpt', content: '# Heading\nFirst.\nSecond.' }
  expect(summaryOf(article)).toBe('Excerpt')
  expect(summaryOf({ ...article, excerpt: '' })).toBe('First.')
  expect(summaryOf({ ...article, excerpt: '', content: 'See **[our plan](/issues)**.' })).toBe('See our plan.')
  expect(summaryOf({ ...article, excerpt: '', content: '# Heading' })).toBe('Title')
})
