import { expect, it } from 'vitest'
import { addressOf, forumHome, viewFrom } from './forum-view.ts'

it.each([
  ['', forumHome],
  ['?category=1', { tab: 'threads', category: 1, thread: null, post: null }],
  ['?category=1&thread=2', { tab: 'posts', category: 1, thread: 2, post: null }],
  ['?category=1&thread=2&post=3', { tab: 'posts', category: 1, thread: 2, post: 3 }],
  ['?category=1&thread=2&tab=threads', { tab: 'threads', category: 1, thread: 2, post: null }],
  ['?category=1&tab=categories', { tab: 'categories', category: 1, thread: null, post: null }],
] as const)('/forum%s is a view, and the view has this address', (search, view) => {
  expect(viewFrom(search)).toEqual(view)
  expect(addressOf(view)).toBe(`/forum${search}`)
})

it.each([
  ['?tab=threads', forumHome],
  ['?tab=posts&category=1', { tab: 'threads', category: 1, thread: null, post: null }],
  ['?category=x&thread=-1&post=3&tab=nowhere', forumHome],
  ['?thread=2', { tab: 'posts', category: null, thread: 2, post: null }],
])('/forum%s leads no further than what is chosen', (search, view) => {
  expect(viewFrom(search)).toEqual(view)
})
