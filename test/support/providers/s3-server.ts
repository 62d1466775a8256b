import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BucketSettings } from '../../../backend/photos/photo-bucket.ts'
import { signatureProblem } from './s3-signature.ts'

/** Its behavior from now on: normal, always this status, or no response at all. */
export type Mood = 'well' | 'silent' | 500 | 503

/**
 * An in-memory bucket that supports enough of S3: put, get, delete and list, two keys at a time. Every signature is
 * checked.
 */
export async function startS3Server() {
  const objects = new Map<string, Buffer>()
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+of=ours', region: 'eu-central-1' }
  const bucket = 'photos-of-people'
  let mood: Mood = 'well'

  const refuse = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = Buffer.concat(await request.toArray())
    if (mood === 'silent') return
    if (mood !== 'well') return refuse(response, mood, 'SlowDown')
    const problem = signatureProblem(request, body, keys)
    if (problem !== null) return refuse(response, 403, problem)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.invalid')
    const [, asked, ...rest] = pathname.split('/')
    if (asked !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    if (key === '') return response.writeHead(200).end(list(searchParams))
    switch (request.method) {
      case 'PUT':
        objects.set(key, body)
        return response.writeHead(200).end()
      case 'DELETE':
        objects.delete(key)
        return response.writeHead(204).end()
      default: {
        const found = objects.get(key)
        return found ? response.writeHead(200).end(found) : refuse(response, 404, 'NoSuchKey')
      }
    }
  }

  function list(query: URLSearchParams): string {
    const after = query.get('start-after') ?? ''
    const found = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = found.slice(0, 2).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    return `<ListBucketResult><IsTruncated>${found.length > 2}</IsTruncated>${page.join('')}</ListBucketResult>`
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const settings: BucketSettings = { endpoint: `http://127.0.0.1:${port}`, bucket, ...keys }
  return {
    settings,
    objects,
    behave(next: Mood) {
      mood = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
