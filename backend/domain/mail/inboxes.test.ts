import { expect, it } from 'vitest'
import { inboxOf } from './inboxes.ts'

it.each([
  ['Ruth+news@Example.org', 'ruth@example.org'],
  ['r.uth@example.org', 'r.uth@example.org'],
  ['ruth-ann@example.org', 'ruth-ann@example.org'],
  ['r.u.t.h+a+b@googlemail.com', 'ruth@gmail.com'],
  ['Ruth_Ann.Byron+x@pm.me', 'ruthannbyron@proton.me'],
  ['ruth.ann@mac.com', 'ruth.ann@icloud.com'],
  ['ruth-list+x@yahoo.co.uk', 'ruth@yahoo.co.uk'],
  ['ruth.ann@outlook.com', 'ruth.ann@outlook.com'],
])('mail to %s arrives at %s', (address, inbox) => expect(inboxOf(address)).toBe(inbox))

it('an address without a name, or of tags alone, is an inbox of its own', () => {
  expect(inboxOf('+a@example.org')).toBe('@example.org')
  expect(inboxOf('nonsense')).toBe(inboxOf('Nonsense'))
})
