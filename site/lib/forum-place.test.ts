import { expect, it } from 'vitest'
import { addressOf, entrance, placeIn } from './forum-place.ts'

it.each([
  ['', entrance],
  ['?category=1', { tab: 'threads', category: 1, thread: null, post: null }],
  ['?category=1&thread=2', { tab: 'posts', category: 1, thread: 2, post: null }],
  ['?category=1&thread=2&post=3', { tab: 'posts', category: 1, thread: 2, post: 3 }],
  ['?category=1&thread=2&tab=threads', { tab: 'threads', category: 1, thread: 2, post: null }],
  ['?category=1&tab=categories', { tab: 'categories', category: 1, thread: null, post: null }],
] as const)('/forum%s is a place, and the place has this address', (search, place) => {
  expect(placeIn(search)).toEqual(place)
  expect(addressOf(place)).toBe(`/forum${search}`)
})

it.each([
  ['?tab=threads', entrance],
  ['?tab=posts&category=1', { tab: 'threads', category: 1, thread: null, post: null }],
  ['?category=x&thread=-1&post=3&tab=nowhere', entrance],
  ['?thread=2', { tab: 'posts', category: null, thread: 2, post: null }],
])('/forum%s leads no further than what is chosen', (search, place) => {
  expect(placeIn(search)).toEqual(place)
})
