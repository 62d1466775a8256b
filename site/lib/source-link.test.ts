import { expect, it } from 'vitest'
import { sourceOf } from './source-link.ts'

it('a visit that followed a link has the host name of its page', () => {
  expect(sourceOf('https://news.example.org/politics?id=7')).toEqual({
    host: 'news.example.org',
    href: 'https://news.example.org/politics?id=7',
  })
})

it('a visit without a source, or with one that is no web address, has none', () => {
  expect([null, '', 'news', 'javascript:alert(1)', 'data:text/html,hi'].map(sourceOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
