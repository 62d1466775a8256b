import { expect, it, onTestFinished, vi } from 'vitest'
import { createAccountApp, picture } from '../support/app/account.ts'
import { startS3Server } from '../support/providers/s3-server.ts'

async function withBucket() {
  const server = await startS3Server()
  onTestFinished(server.close)
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.settings
  const app = await createAccountApp(onTestFinished, {
    PHOTOS_S3_ENDPOINT: endpoint,
    PHOTOS_S3_BUCKET: bucket,
    PHOTOS_S3_REGION: region,
    PHOTOS_S3_ACCESS_KEY_ID: accessKeyId,
    PHOTOS_S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  const ruth = await app.account()
  const upload = async () => ruth.ask('PUT', '/api/profile/photo', await picture('png'), 'image/png')
  return { app, server, ruth, upload }
}

it('photos in a bucket are served by us, and deleted when they are replaced', async () => {
  const { app, server, upload } = await withBucket()
  const { profileImageUrl } = (await upload()).json()
  expect((await app.http.inject({ url: profileImageUrl })).headers['content-type']).toBe('image/webp')
  expect(server.objects.size).toBe(3)
  await upload()
  expect(server.objects.size).toBe(3)
  expect((await app.http.inject({ url: profileImageUrl })).statusCode).toBe(404)
})

it('while the bucket is unavailable nothing changes, and everyone is told when to retry', async () => {
  const { app, server, upload, ruth } = await withBucket()
  const { profileImageUrl } = (await upload()).json()
  server.behave(503)
  for (const answer of [await upload(), await app.http.inject({ url: profileImageUrl })]) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60'])
    expect(answer.json()).toEqual({ message: 'Photos are unavailable right now. Please try again in a minute.' })
  }
  expect((await ruth.user()).profileImageUrl).toBe(profileImageUrl)
  expect(await app.events('ProfilePhotoChanged')).toHaveLength(1)
})

it('what could not be deleted is deleted when the bucket is back', { timeout: 60_000 }, async () => {
  const { server, upload, ruth } = await withBucket()
  await upload()
  server.behave(503)
  expect((await ruth.ask('DELETE', '/api/profile/photo')).statusCode).toBe(204)
  expect(server.objects.size).toBe(3)
  server.behave('well')
  await vi.waitFor(() => expect(server.objects.size).toBe(0), { timeout: 50_000, interval: 100 })
})
