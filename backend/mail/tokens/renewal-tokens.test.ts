import { expect, it } from 'vitest'
import { createRenewalTokens } from './renewal-tokens.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

const key = Buffer.alloc(32, 1)
const tokens = createRenewalTokens(key)
const asked = { subject: '6f1e2c34-0000-4000-8000-000000000001', askedAt: '2026-03-01T12:00:00.123Z' }

it('a token names the person and the sign-up that it answers, and no address', () => {
  const token = tokens.issue(asked)
  expect(token).toMatch(/^[\w-]{51}$/)
  expect(tokens.read(token)).toEqual(asked)
})

it('a token that was altered, cut off, or made for another purpose or by another key is rejected', () => {
  const token = tokens.issue(asked)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let index = 0; index < token.length; index++)
    for (const letter of letters)
      if (letter !== token[index])
        expect(tokens.read(token.slice(0, index) + letter + token.slice(index + 1))).toBeNull()
  const other = createUnsubscribeTokens(key).issue({ subject: asked.subject, campaignId: 7 })
  for (const forged of ['', 'a', token.slice(0, -1), `${token}A`, ` ${token}`, other])
    expect(tokens.read(forged)).toBeNull()
  expect(createRenewalTokens(Buffer.alloc(32, 2)).read(token)).toBeNull()
})
