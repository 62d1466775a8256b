import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { markedClassification } from '../support/moderation/marked-classification.ts'

/** An external moderator (MODERATION_URL) on a free port that responds with `markedClassification`. */
export async function listenAsModerator(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const post: unknown = await json(request)
    const text = typeof post === 'object' && post !== null && 'text' in post ? String(post.text) : ''
    const { violationType, probability, reason, moderator } = markedClassification(text)
    const confidence = Math.round(probability * 100)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ violationType, confidence, reason, version: moderator }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
