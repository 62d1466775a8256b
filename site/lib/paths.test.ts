import { expect, test } from 'vitest'
import { afterSignIn, settingsPath, signInFor } from './paths.ts'

test('signing in leads back to the page that required it, else to the dashboard', () => {
  expect(afterSignIn('')).toBe('/dashboard')
  expect(afterSignIn('?next=%2Fforum%3Fcategory%3D1%23reply')).toBe('/forum?category=1#reply')
})

test('a visitor who has to sign in first comes back to the same page and tab', () => {
  expect(signInFor({ pathname: '/profile', search: '' })).toBe('/login?next=/profile')
  const there = signInFor({ pathname: '/settings', search: '?tab=security&again=1' })
  expect(there).toBe('/login?next=/settings%3Ftab%3Dsecurity%26again%3D1')
  expect(afterSignIn(new URL(there, 'https://here.invalid').search)).toBe('/settings?tab=security&again=1')
  expect(settingsPath('notifications')).toBe('/settings?tab=notifications')
})

test.each(['https://evil.example', '//evil.example', '/.//evil.example', '/%2e//evil.example', '/\\evil.example'])(
  'signing in never leads to another site: %s',
  (next) => {
    expect(afterSignIn(`?next=${encodeURIComponent(next)}`)).toBe('/dashboard')
  },
)
