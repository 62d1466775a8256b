import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { fileOf, isPhoto, ownerOf, photoOf } from './photo-names.ts'
import { type PhotoStore, PhotosUnavailable } from './photo-store.ts'
import { photoSizes } from './squares.ts'

/** A bucket on Amazon S3 or any compatible service, such as MinIO, Ceph, R2 or Backblaze. */
export type BucketSettings = {
  /** Like https://s3.us-east-2.amazonaws.com; the bucket goes in the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds per request. */
const defaultTimeout = 10_000

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Photos as objects `<owner>/<name>-<size>.webp`. Requests are signed (AWS Signature Version 4), including bodies. */
export function createPhotoBucket(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings,
  { timeout = defaultTimeout }: { timeout?: number } = {},
): PhotoStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const root = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  /**
   * Returns the whole response, so that the timeout covers its body; null when the object does not exist. Throws
   * PhotosUnavailable.
   */
  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Buffer | null> {
    const headers = { 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) }
    const signal = AbortSignal.timeout(timeout)
    try {
      const init = { method, headers, signal, redirect: 'error', ...(body && { body }) } as const
      const answer = await client.fetch(`${root}${path}`, init)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status === 404 && codeIn(bytes) === 'NoSuchKey') return null
      if (!answer.ok) throw new Error(`The bucket returned ${answer.status} ${codeIn(bytes)}.`)
      return bytes
    } catch (error) {
      throw new PhotosUnavailable({ cause: error })
    }
  }

  return {
    async save(subject, commandId, squares) {
      const photo = photoOf(subject, commandId, squares)
      await Promise.all(
        [...squares].map(([size, bytes]) => send('PUT', `/${fileOf(photo, size)}`, new Uint8Array(bytes))),
      )
      return photo
    },
    read: async (photo, size) => (isPhoto(photo) ? send('GET', `/${fileOf(photo, size)}`) : null),
    async remove(photo) {
      if (!isPhoto(photo)) return
      for (const size of photoSizes) await send('DELETE', `/${fileOf(photo, size)}`)
    },
    async forget(subject) {
      const prefix = `${ownerOf(subject)}/`
      for (let last = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(last !== '' && { 'start-after': last }) })
        const keys = keysIn(await send('GET', `?${query}`))
        for (const key of keys) await send('DELETE', `/${key}`)
        last = keys.at(-1) ?? ''
        if (last === '') return
      }
    },
  }
}

/** The error code from the XML of S3; nothing else of it is logged. */
const codeIn = (xml: Buffer): string => /<Code>(\w{1,60})<\/Code>/.exec(xml.toString('latin1'))?.[1] ?? ''

/** Our keys contain nothing that XML would escape. */
const keysIn = (xml: Buffer | null): string[] =>
  [...(xml?.toString('latin1') ?? '').matchAll(/<Key>([\da-f/.\-webp]+)<\/Key>/g)].map(([, key = '']) => key)
