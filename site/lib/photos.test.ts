import { expect, it } from 'vitest'
import { photoUrl } from './photos.ts'

it('a photo is requested in its displayed size', () => {
  expect(photoUrl('/photos/a/b-256.webp', 64)).toBe('/photos/a/b-64.webp')
  expect(photoUrl('/photos/a/b-256.webp', 256)).toBe('/photos/a/b-256.webp')
})

it('the address of another picture stays as it is', () => {
  expect(photoUrl('https://example.org/me.jpg', 64)).toBe('https://example.org/me.jpg')
})
