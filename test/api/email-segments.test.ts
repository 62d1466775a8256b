import { describe, expect, it } from 'vitest'
import {
  choiceCounts,
  choiceOf,
  recipientsSql,
  segmentStats,
  segments,
} from '../../backend/read-model/email-segments.ts'
import { type SegmentStats, segmentIds } from '../../contract/email-segments.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const admin = { as: 'admin' } as const
const stats = async ({ get }: TestApp) => {
  const answer = await get('/api/email-segments/stats', admin)
  expect(answer.statusCode, answer.body).toBe(200)
  const list: SegmentStats[] = answer.json()
  return Object.fromEntries(list.map(({ segmentId, count, leftOut }) => [segmentId, { count, leftOut }]))
}
const ok = async (answer: Promise<{ statusCode: number; body: string }>, status = 201) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBe(status)
}

describe('segments', () => {
  it('everybody who takes part is in them at once', async () => {
    const app = await createTestApp()
    await ok(app.post('/api/email-signup', { email: 'Ruth@example.org', firstName: 'Ruth' }))
    await ok(app.post('/api/prayers', { firstName: 'Ruth', email: 'ruth@example.org', prayer: 'For rain.' }))
      (await app.database.pool.query(recipientsSql(choiceOf(['newsletter-subscribers'], { at: new Date() })))).rows,
    )
    expect(await app.rebuildDiffers()).toMatchObject({ supporter_counts: 0, supporter_standings: 0 })
  })
})
