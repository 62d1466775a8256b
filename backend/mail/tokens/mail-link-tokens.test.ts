import { expect, it } from 'vitest'
import { createMailLinkTokens } from './mail-link-tokens.ts'

const subject = '6f1e2c34-0000-4000-8000-000000000001'
const clickId = '33333333-3333-4333-8333-333333333333'
const tokens = createMailLinkTokens(Buffer.alloc(32, 1))
const link = { campaignId: 7, subject, link: 300 }
const origin = { campaignId: 4_000_000_000, subject, clickId, at: 1_790_000_000 }

it('a token is short, identifies the link and the email, and contains no address', () => {
  const token = tokens.issue(link)
  expect(token).toMatch(/^[\w-]{46}$/)
  expect(tokens.read(token)).toEqual(link)
  expect(tokens.readOrigin(tokens.issueOrigin(origin))).toEqual(origin)
})

it('a token that was altered, cut off, or made for another purpose or by another key is rejected', () => {
  const token = tokens.issue(link)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let index = 0; index < token.length; index++)
    for (const letter of letters)
      if (letter !== token[index])
        expect(tokens.read(token.slice(0, index) + letter + token.slice(index + 1))).toBeNull()
  for (const forged of ['', 'a', token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, tokens.issueOrigin(origin)])
    expect(tokens.read(forged)).toBeNull()
  expect(createMailLinkTokens(Buffer.alloc(32, 2)).read(token)).toBeNull()
  expect(tokens.readOrigin(token)).toBeNull()
})
