import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/short-codes.ts'
import { addressFrom } from '../../contract/sources.ts'
import { type ShortCodeEvent, shortCodeStream, shortCodes } from '../domain/short-codes.ts'
import { verdictOn } from '../experiments/bots.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { Position } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { route, staff } from '../kernel/http/route.ts'
import { shortCodeRow, shortCodeTarget } from '../read-model/short-codes.ts'
import type { Execute } from './command.ts'

type ShortCodeTools = {
  execute: Execute
  waitForProjection: WaitForProjection
  knex: Knex
  /** Counts one more visit of a short link. */
  countShortCodeVisit(shortCodeId: number): Promise<void>
}

export async function shortCodeCommands(
  app: FastifyInstance,
  { execute, knex, waitForProjection, countShortCodeVisit }: ShortCodeTools,
): Promise<void> {
  async function found(which: { id: number } | { code: string }) {
    const row = await shortCodeRow(knex, which)
    if (!row) throw new DomainError('not_found', 'Short link not found.')
    return row
  }

  route(app, api.makeShortCode, staff('short-links'), async ({ body, request }) => {
    const known: { position: Position | null } = { position: null }
    const check = (history: readonly Recorded<ShortCodeEvent>[]) => {
      known.position = history.at(-1)?.position ?? null
    }
    await execute(request, shortCodes, shortCodeStream, { type: 'MakeShortCode', data: body }, { check })
    // Another admin may have made the same one a moment ago.
    await waitForProjection(known.position, request)
    return found({ code: body.code })
  })

  route(app, api.changeShortCode, staff('short-links'), async ({ params: { id }, body, request }) => {
    const command = { type: 'ChangeShortCode', data: { shortCodeId: id, ...body } } as const
    await execute(request, shortCodes, shortCodeStream, command)
    return found({ id })
  })

  route(app, api.retireShortCode, staff('short-links'), async ({ params: { id }, request }) => {
    const command = { type: 'RetireShortCode', data: { shortCodeId: id } } as const
    await execute(request, shortCodes, shortCodeStream, command)
  })

  route(app, api.restoreShortCode, staff('short-links'), async ({ params: { id }, request }) => {
    const command = { type: 'RestoreShortCode', data: { shortCodeId: id } } as const
    await execute(request, shortCodes, shortCodeStream, command)
    return found({ id })
  })

  const { url, summary, schema } = api.followShortCode
  // Does not use `route`, because a visitor with a mistyped code gets the page that says so.
  app.get<{ Params: { code: string } }>(
    url,
    { config: { policy: 'public' }, schema: { summary, ...schema } },
    async (request, reply) => {
      const code = request.params.code.toLowerCase()
      const target = code.length > 32 ? null : await shortCodeTarget(knex, code)
      if (!target) return reply.callNotFound()
      const { id, path, isRetired } = target
      const isPerson = request.method === 'GET' && verdictOn(request).rule === null
      if (isPerson && !isRetired) await countShortCodeVisit(id)
      // A visitor with an old flyer gets somewhere, long after the campaign has forgotten it.
      const location = isRetired ? '/' : addressFrom(path, 'code', code)
      return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send()
    },
  )
}
