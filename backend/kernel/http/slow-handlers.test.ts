import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { limitHandlers } from './slow-handlers.ts'

async function createApp() {
  const app = fastify()
  limitHandlers(app, { limit: 20, fileLimit: 60_000, interval: 5 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    await released
    return { late: true }
  })
  app.post('/file', { config: { policy: { right: 'files' }, takesFile: 'csv' } }, async () => {
    await released
    return { late: true }
  })
  app.get('/quick', async () => ({ late: false }))
  onTestFinished(() => app.close())
  return { app, release }
}

it('a hanging handler gets a 503, and its late answer is ignored', async () => {
  const { app, release } = await createApp()
  const answer = await app.inject('/slow')
  expect(answer.statusCode).toBe(503)
  release()
  expect((await app.inject('/quick')).json()).toEqual({ late: false })
})

it('a handler that takes a file has more time', async () => {
  const { app, release } = await createApp()
  const file = app.inject({ method: 'POST', url: '/file' })
  expect((await app.inject('/slow')).statusCode).toBe(503)
  release()
  expect((await file).json()).toEqual({ late: true })
})
