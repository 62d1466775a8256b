import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { ada, ben, cora, postReply, refusedReply, startThread, withPeople } from '../support/app/forum.ts'

const path = '/api/moderation/accuracy'
const accuracy = async (app: TestApp) => (await app.get(path, ada)).json()
const decide = (app: TestApp, action: 'approve' | 'reject', id: number) =>
  app.post(`/api/moderation/${action}/${id}`, {}, ada)
const report = (app: TestApp, contentId: number, reason: string) =>
  app.post('/api/forum/reports', { contentId, reason, note: '' }, ben)

async function forum() {
  const app = await withPeople(await createTestApp())
  return { app, thread: await startThread(app) }
}

describe('the accuracy of the check', () => {
  it('counts verdicts that people judged, per week and type', async () => {
    const { app, thread } = await forum()
    const heated = await Promise.all([1, 2, 3].map((n) => postReply(app, thread, `A heated word ${n}.`)))
    const [right = 0, wrong = 0] = heated
    await decide(app, 'reject', right)
    await decide(app, 'approve', wrong)
    const refused = await refusedReply(app, thread)
    expect((await accuracy(app)).rows).toMatchObject([{ violationType: 'harassment', right: 1, wrong: 1, missed: 0 }])
    await app.post('/api/forum/appeals', { contentId: refused.id, appeal: 'It quotes a statute.' }, cora)
    await decide(app, 'reject', refused.id)

    const [spam, kept, deleted] = [
      await postReply(app, thread, 'Fine one.'),
      await postReply(app, thread, 'Fine two.'),
      await postReply(app, thread, 'Fine three.'),
    ]
    await report(app, spam, 'spam')
    await report(app, kept, 'spam')
    await decide(app, 'reject', spam)
    await decide(app, 'approve', kept)
    await app.remove(`/api/admin/forum/posts/${deleted}`, ada)
    const { weeks, rows } = await accuracy(app)
    const week = weeks.at(-1)
    expect(weeks).toHaveLength(26)
    expect(new Date(week).getUTCDay()).toBe(1)
    expect(rows).toEqual([
      { week, violationType: 'harassment', right: 1, wrong: 1, missed: 0 },
      { week, violationType: 'hate_speech', right: 1, wrong: 0, missed: 0 },
      { week, violationType: 'none', right: 0, wrong: 0, missed: 1 },
      { week, violationType: 'spam', right: 0, wrong: 0, missed: 1 },
    ])
    await app.post(`/api/admin/forum/messages/${deleted}/restore`, undefined, ada)
    expect((await accuracy(app)).rows).toHaveLength(3)
    expect(Object.values(await app.rebuildDiffers()).every((rowsThatDiffer) => rowsThatDiffer === 0)).toBe(true)
  })

  it('keeps the judgment of a text that was edited since, and counts the last decision about one text', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    await decide(app, 'approve', id)
    await report(app, id, 'spam')
    await decide(app, 'reject', id)
    const [row] = (await accuracy(app)).rows
    expect(row).toMatchObject({ violationType: 'harassment', right: 1, wrong: 0 })

    const other = await postReply(app, thread, 'Another heated word.')
    await decide(app, 'approve', other)
    await app.put(`/api/forum/posts/${other}`, { content: 'A calm word.' }, cora)
    expect((await accuracy(app)).rows).toMatchObject([{ violationType: 'harassment', right: 1, wrong: 1, missed: 0 }])
  })

  it('is empty at first, and for admins only', async () => {
    const { app } = await forum()
    expect((await accuracy(app)).rows).toEqual([])
    expect((await app.get(path)).statusCode).toBe(401)
    expect((await app.get(path, ben)).statusCode).toBe(403)
  })
})
