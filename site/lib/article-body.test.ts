import { expect, it } from 'vitest'
import { articleLines, summaryOf } from './article-body.ts'

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

it('sums an article up by its excerpt, its first paragraph or its title', () => {
  const article = { title: 'Title', excerpt: 'Excerpt', content: '# Heading\nFirst.\nSecond.' }
  expect(summaryOf(article)).toBe('Excerpt')
  expect(summaryOf({ ...article, excerpt: '' })).toBe('First.')
  expect(summaryOf({ ...article, excerpt: '', content: '# Heading' })).toBe('Title')
})
