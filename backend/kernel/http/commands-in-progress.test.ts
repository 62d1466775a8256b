import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { commandsInProgress } from './commands-in-progress.ts'

async function site() {
  const app = fastify()
  onTestFinished(() => app.close())
  const commands = commandsInProgress(app)
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const handler = async () => {
    begun.resolve()
    await gate.promise
    return 'done'
  }
  app.get('/', handler)
  app.post('/', handler)
  app.post('/file', { config: { takesFile: 'csv' } }, handler)
  await app.ready()
  return { app, commands, begun: begun.promise, answer: gate.resolve }
}

it('waits until the last command in progress is answered', async () => {
  const { app, commands, begun, answer } = await site()
  const asked = app.inject({ method: 'POST', url: '/' })
  await begun
  expect(commands.idleFor()).toBe(0)
  const waiting = commands.wait(60_000).then(() => 'over')
  expect(await Promise.race([waiting, Promise.resolve('in progress')])).toBe('in progress')
  answer()
  await asked
  expect(await waiting).toBe('over')
  expect(commands.idleFor()).toBeGreaterThan(0)
})

it('waits for the limit at most', async () => {
  const { app, commands, begun, answer } = await site()
  const asked = app.inject({ method: 'POST', url: '/' })
  await begun
  await commands.wait(1)
  expect(commands.idleFor()).toBe(0)
  answer()
  await asked
})

it.each([
  ['reads', { method: 'GET', url: '/' }],
  ['files', { method: 'POST', url: '/file' }],
] as const)('does not wait for %s', async (_, request) => {
  const { app, commands, begun, answer } = await site()
  const asked = app.inject(request)
  await begun
  await commands.wait(60_000)
  expect(commands.idleFor()).toBe(Number.POSITIVE_INFINITY)
  answer()
  await asked
})
