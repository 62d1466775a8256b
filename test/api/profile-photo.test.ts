import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Account, type AccountApp, createAccountApp, picture } from '../support/app/account.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const upload = ({ ask }: Account, bytes: Buffer, type = 'image/jpeg') => ask('PUT', '/api/profile/photo', bytes, type)
const show = (url: string) => app.http.inject({ url })
const filesIn = async ({ dataDir }: AccountApp) =>
  (await readdir(join(dataDir, 'photos'), { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.webp'))

describe('a profile photo', () => {
  it.for(['jpeg', 'png', 'webp'] as const)('of %s is shown as a square webp in three sizes', async (format) => {
    const ruth = await app.account()
    const answer = await upload(ruth, await picture(format), `image/${format}`)
    expect(answer.statusCode).toBe(200)
    const { profileImageUrl }: { profileImageUrl: string } = answer.json()
    expect(profileImageUrl).toMatch(/^\/photos\/[\da-f]{32}\/[\da-f]{32}-256\.webp$/)
    expect((await ruth.user()).profileImageUrl).toBe(profileImageUrl)
    for (const size of [64, 128, 256]) {
      const shown = await show(profileImageUrl.replace('-256', `-${size}`))
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: size, height: size })
      expect(shown.rawPayload.includes('Canary-camera')).toBe(false)
    }
  })

  it('replaces the previous one, whose files are deleted', async () => {
    const ruth = await app.account()
    const before = await filesIn(app)
    const first = (await upload(ruth, await picture())).json().profileImageUrl
    const second = (await upload(ruth, await picture('png'), 'image/png')).json().profileImageUrl
    expect(second).not.toBe(first)
    expect((await show(first)).statusCode).toBe(404)
    expect((await show(second)).statusCode).toBe(200)
    expect(await filesIn(app)).toHaveLength(before.length + 3)
  })

  it('can be removed, and removing none is fine', async () => {
    const ruth = await app.account()
    const { profileImageUrl } = (await upload(ruth, await picture())).json()
    for (let time = 1; time <= 2; time++) expect((await ruth.ask('DELETE', '/api/profile/photo')).statusCode).toBe(204)
    expect((await show(profileImageUrl)).statusCode).toBe(404)
    expect((await ruth.user()).profileImageUrl).toBeNull()
    expect((await ruth.ask('GET', '/api/profile/photo')).json()).toEqual({ isConfigured: true, profileImageUrl: null })
  })

  it.for([
    ['text that says it is a JPEG', () => Buffer.from('<script>alert(1)</script>'), 'image/jpeg', 400],
    ['an SVG that says it is a PNG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400],
    ['an empty file', () => Buffer.alloc(0), 'image/webp', 400],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 415],
    ['a GIF', () => Buffer.from('GIF89a'), 'image/gif', 415],
    ['JSON', () => Buffer.from('{}'), 'application/json', 415],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 'image/jpeg', 413],
  ] as const)('rejects %s, and stores nothing of it', async ([, bytes, type, status]) => {
    const ruth = await app.account()
    const before = await filesIn(app)
    const answer = await upload(ruth, bytes(), type)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toMatch(/^[A-Z].*\.$/)
    expect(await filesIn(app)).toEqual(before)
    expect((await ruth.user()).profileImageUrl).toBeNull()
  })

  it('of 5 MB is accepted', async () => {
    const ruth = await app.account()
    const bytes = await picture()
    const padded = Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024 - bytes.length)])
    expect((await upload(ruth, padded)).statusCode).toBe(200)
  })

  it('images are not accepted by JSON routes, and reach no other files on disk', async () => {
    const ruth = await app.account()
    expect((await ruth.ask('PUT', '/api/profile', await picture(), 'image/jpeg')).statusCode).toBe(415)
    for (const path of ['/photos/..%2f/app-secret', '/photos/a/b-64.webp', '/photos/x'])
      expect((await show(path)).statusCode).toBe(404)
  })
})

it('is limited to 30 in ten minutes', async () => {
  const limited = await createAccountApp(onTestFinished, { RATE_LIMITS: 'on' })
  const ruth = await limited.account()
  const statuses: number[] = []
  for (let time = 1; time <= 31; time++) statuses.push((await upload(ruth, Buffer.from('no picture'))).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
})

it('with photos turned off, nothing can be uploaded, and the profile says so', async () => {
  const without = await createAccountApp(onTestFinished, { PHOTOS: 'off' })
  const ruth = await without.account()
  expect((await ruth.ask('GET', '/api/profile/photo')).json()).toEqual({ isConfigured: false, profileImageUrl: null })
  const answer = await upload(ruth, await picture())
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'Profile photo upload will be available soon.'])
  expect(await filesIn(without)).toEqual([])
})
