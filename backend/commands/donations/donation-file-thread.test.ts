import { describe, expect, it, onTestFinished } from 'vitest'
import { donationFileLimits } from '../../../contract/donations.ts'
import { createDonationFileThread } from './donation-file-thread.ts'

const headings = 'firstName,lastName,email,amount,createdAt'
const now = new Date('2026-03-05T12:00:00Z')

function read(text: string, options: { timeout?: number } = {}) {
  const files = createDonationFileThread(options)
  onTestFinished(() => files.close())
  return files.read(Buffer.from(text), now)
}

describe('a file with donations', () => {
  it('is read in a thread, and its rows keep their order and their lines', async () => {
    const rows = Array.from({ length: 1201 }, (_, n) => `R,G,r${n}@example.org,5,2026-03-01`)
    const found = await read([headings, '', ...rows].join('\n'))
    expect(found.fileHash).toMatch(/^[\da-f]{64}$/)
    expect(found.rows).toHaveLength(1201)
    expect(found.rows[1200]).toMatchObject({ line: 1203, details: { email: 'r1200@example.org', amount: 500 } })
  })

  it('counts blank rows too, since each costs time', async () => {
    const blank = (count: number) => `${headings}\n${'\n'.repeat(count)}`
    expect((await read(blank(donationFileLimits.rows))).rows).toEqual([])
    await expect(read(blank(donationFileLimits.rows + 1))).rejects.toMatchObject({
      code: 'invalid',
      message: 'Split the file: one import takes up to 50000 rows, blank ones included.',
    })
  })

  it('that takes too long to read is refused, and the next one is read', async () => {
    const slow = `${headings}\n${','.repeat(3_000_000)}`
    await expect(read(slow, { timeout: 1 })).rejects.toMatchObject({
      code: 'invalid',
      message: 'This file takes too long to read. Split it into smaller ones.',
    })
    expect((await read(`${headings}\nR,G,r@example.org,5,2026-03-01`)).rows).toHaveLength(1)
  })
})
