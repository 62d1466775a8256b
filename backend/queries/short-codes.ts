import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { renderSVG } from 'uqr'
import { drawQrCode, listShortCodes } from '../../contract/short-codes.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { fileRoute, route, staff } from '../kernel/http/route.ts'
import { allShortCodes, shortCodeRow } from '../read-model/short-codes.ts'

/** Of one module, so that the smallest code (29 modules with its border) is sharp on a poster. */
const pngPixels = 40

export async function shortCodeQueries(
  app: FastifyInstance,
  { knex, publicUrl }: { knex: Knex; publicUrl: () => string },
): Promise<void> {
  route(app, listShortCodes, staff('short-links'), () => allShortCodes(knex))

  fileRoute(app, drawQrCode, staff('short-links'), async ({ params: { id }, query: { format }, reply }) => {
    const row = await shortCodeRow(knex, { id })
    if (!row) throw new HttpProblem(404, 'Short link not found.')
    // 25% of the picture may be dirty or torn.
    const svg = renderSVG(`${publicUrl()}/go/${row.code}`, { ecc: 'Q', border: 4, pixelSize: pngPixels })
    reply
      .type(format === 'svg' ? 'image/svg+xml' : 'image/png')
      .header('content-disposition', `attachment; filename="qr-${row.code}.${format}"`)
    if (format === 'svg') return Readable.from([svg])
    const { default: sharp } = await import('sharp')
    return Readable.from([await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()])
  })
}
