import { expect, test } from 'vitest'
import { mailto } from './mailto.ts'

test.each([
  ['ruth@example.org', 'mailto:ruth@example.org'],
  ['ruth+news@example.org', 'mailto:ruth+news@example.org'],
  ['ruth?cc=all@example.org', 'mailto:ruth%3Fcc=all@example.org'],
  ['a&bcc=b%2C@example.org', 'mailto:a%26bcc=b%252C@example.org'],
])('the link of %s writes to that address alone', (email, link) => {
  expect(mailto(email)).toBe(link)
  expect(new URL(link).search).toBe('')
  expect(decodeURIComponent(new URL(link).pathname)).toBe(email)
})
