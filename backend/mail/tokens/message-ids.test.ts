import { expect, it } from 'vitest'
import { createMessageIds } from './message-ids.ts'

const mailed = { campaignId: 7, subject: '6f1e2c34-0000-4000-8000-000000000001' }
const ids = createMessageIds(Buffer.alloc(32, 1))
const id = ids.issue(mailed, 'campaign.example')

it('is the same each time, and identifies the recipient', () => {
  expect(id).toMatch(/^<c7\.6f1e2c34-0000-4000-8000-000000000001\.[\da-f]{24}@campaign\.example>$/)
  expect(ids.issue(mailed, 'campaign.example')).toBe(id)
  for (const read of [id, id.toUpperCase(), id.slice(1, -1), ids.issue(mailed, 'elsewhere.example')])
    expect(ids.read(read)).toEqual(mailed)
})

it('is rejected for any other purpose or with a foreign MAC', () => {
  const other = ids.issue({ ...mailed, campaignId: 8 }, 'campaign.example')
  const foreign = createMessageIds(Buffer.alloc(32, 2)).issue(mailed, 'campaign.example')
  for (const forged of [
    id.replace('c7.', 'c8.'),
    id.replace('0001.', '0002.'),
    id.replace(/\.[\da-f]{24}@/, '@'),
    other.replace('c8.', 'c7.'),
    foreign,
    `a${id}`,
    '',
  ])
    expect(ids.read(forged)).toBeNull()
})

it('is of no email campaign for other mail, which its key tells apart', () => {
  const sent = { ...mailed, campaignId: null }
  const named = ids.issue(sent, 'campaign.example', 'acknowledgment.signUp')
  expect([named.endsWith('.acknowledgment.signUp@campaign.example>'), ids.read(named)]).toEqual([true, sent])
})
