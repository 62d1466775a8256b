import { expect, test } from 'vitest'
import { excerpt, fullName, greetingName, initials } from './names.ts'

const email = 'zoe@example.org'

test('an avatar shows initials, else the first letter of the email, else U', () => {
  expect(initials({ firstName: 'ann', lastName: 'lee', email })).toBe('AL')
  expect(initials({ firstName: ' ', lastName: 'lee', email })).toBe('L')
  expect(initials({ firstName: null, lastName: null, email })).toBe('Z')
  expect(initials({})).toBe('U')
})

test('an emoji in a name is one letter, not half of one', () => {
  expect(initials({ firstName: '🌽 Ann', lastName: 'Lee', email })).toBe('🌽L')
})

test('a person is greeted by first name, else email, else as supporter', () => {
  expect(greetingName({ firstName: 'Ann', email })).toBe('Ann')
  expect(greetingName({ firstName: null, email })).toBe(email)
  expect(greetingName({})).toBe('supporter')
})

test('a full name falls back to the email', () => {
  expect(fullName({ firstName: 'Ann', lastName: null, email })).toBe('Ann')
  expect(fullName({ firstName: null, lastName: '', email })).toBe(email)
})

test('an excerpt counts characters and marks an omission', () => {
  expect(excerpt('a'.repeat(100), 100)).toBe('a'.repeat(100))
  expect(excerpt(`${'🌽'.repeat(100)}x`, 100)).toBe(`${'🌽'.repeat(100)}…`)
})
