import { expect, it } from 'vitest'
import { createMessageIds } from './message-ids.ts'
import { createReturnTokens } from './return-tokens.ts'

const subject = '6f1e2c34-0000-4000-8000-00000000000a'
const key = Buffer.alloc(32, 7)
const tokens = createReturnTokens(key)

it('names the email campaign and the person, fits into a local part, and survives another case', () => {
  for (const campaignId of [null, 1, 7, 2_147_483_647]) {
    const token = tokens.issue({ campaignId, subject })
    expect(token).toMatch(/^[\da-v]{48}$/)
    expect(tokens.issue({ campaignId, subject })).toBe(token)
    expect(tokens.read(token.toUpperCase())).toEqual({ campaignId, subject })
  }
})

it('says nothing when any digit is another one, or the token is of another key', () => {
  const token = tokens.issue({ campaignId: 7, subject })
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'v' ? '0' : 'v'
    expect(tokens.read(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBeNull()
  }
  expect(createReturnTokens(Buffer.alloc(32)).read(token)).toBeNull()
  for (const wrong of ['', 'v'.repeat(48), '0'.repeat(48), `${token}0`, token.slice(1), 'ß'.repeat(48)])
    expect(tokens.read(wrong)).toBeNull()
})

it('has a MAC of its own: a Message-ID of the same mail does not give it away', () => {
  const mac = createMessageIds(key).issue({ campaignId: 7, subject }, 'x').split('.')[2]?.slice(0, 20)
  const value = [...tokens.issue({ campaignId: 7, subject })].reduce(
    (sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)),
    0n,
  )
  expect(mac).toHaveLength(20)
  expect(value.toString(16)).not.toContain(mac)
})
