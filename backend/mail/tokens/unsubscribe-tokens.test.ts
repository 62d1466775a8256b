import { describe, expect, it } from 'vitest'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

const tokens = createUnsubscribeTokens(Buffer.alloc(32, 1))
const owner = { subject: '6f1e2c34-0000-4000-8000-000000000001', campaignId: 7 }

describe('the token of an unsubscribe link', () => {
  it('names its owner and the email campaign it came with', () => {
    for (const campaignId of [7, 2_147_483_647, null])
      expect(tokens.read(tokens.issue({ ...owner, campaignId }))).toEqual({ ...owner, campaignId })
  })

  it('is refused when any of it was changed, or when another key signed it', () => {
    const token = tokens.issue(owner)
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      expect(tokens.read(token.slice(0, index) + other + token.slice(index + 1)), `character ${index}`).toBeNull()
    }
    expect(tokens.read(createUnsubscribeTokens(Buffer.alloc(32, 2)).issue(owner))).toBeNull()
    for (const text of ['', token.slice(1), `${token}A`, `${token.slice(1)}\n`, 'ü'.repeat(48)])
      expect(tokens.read(text)).toBeNull()
  })

  it('confirms no address, and a confirmation token unsubscribes no address', () => {
    const confirming = createUnsubscribeTokens(Buffer.alloc(32, 1), 'confirm')
    expect(confirming.read(confirming.issue(owner))).toEqual(owner)
    expect(confirming.read(tokens.issue(owner))).toBeNull()
    expect(tokens.read(confirming.issue(owner))).toBeNull()
  })
})
