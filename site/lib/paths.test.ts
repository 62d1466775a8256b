import { expect, test } from 'vitest'
import { afterSignIn } from './paths.ts'

test('a sign-in leads back to where it was asked for, else to the dashboard', () => {
  expect(afterSignIn('')).toBe('/dashboard')
  expect(afterSignIn('?next=%2Fforum%3Fcategory%3D1%23reply')).toBe('/forum?category=1#reply')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '\t//evil.example'])(
  'a sign-in never leads to another site: %s',
  (next) => {
    expect(afterSignIn(`?next=${encodeURIComponent(next)}`)).toBe('/dashboard')
  },
)
