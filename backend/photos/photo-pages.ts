import type { FastifyInstance } from 'fastify'
import type { PhotoStore } from './photo-store.ts'
import { type PhotoSize, photoSizes } from './squares.ts'

const sizeOf = (text: string): PhotoSize | undefined => photoSizes.find((size) => String(size) === text)

/**
 * `/photos/<owner>/<name>-<size>.webp`: URLs cannot be guessed, and their content never changes. Browsers keep it for a
 * year; shared caches do not, so that a removed photo is no longer served.
 */
export async function photoPages(
  app: FastifyInstance,
  { photos }: { photos: Pick<PhotoStore, 'read'> },
): Promise<void> {
  app.get<{ Params: { owner: string; file: string } }>(
    '/photos/:owner/:file',
    { config: { policy: 'public' } },
    async ({ params: { owner, file } }, reply) => {
      const [, name, edge = ''] = /^([\da-f]{32})-(\d{2,3})\.webp$/.exec(file) ?? []
      const size = sizeOf(edge)
      const bytes = size === undefined ? null : await photos.read(`${owner}/${name}`, size)
      if (bytes === null) return reply.callNotFound()
      return reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp').send(bytes)
    },
  )
}
