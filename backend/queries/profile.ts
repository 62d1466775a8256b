import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type Activity, exportProfile, listProfileActivity, readProfilePhoto } from '../../contract/profile.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { personRow, submissions } from './persons.ts'
import { personalExport } from './profile-export.ts'
import { signedIn } from './signed-in.ts'

const shown = 10

/** What the person did, and what became of their account. */
export async function profileActivity(knex: Knex, userId: number, limit = shown): Promise<Activity[]> {
  return knex('read.history')
    .where((own) => own.whereIn('topic', ['users', 'preferences', 'account-deletions']).where({ item_id: userId }))
    .orWhere((sent) => sent.where({ actor_id: userId }).whereIn('type', submissions))
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'revision', order: 'desc' },
    ])
    .limit(limit)
    .select<Activity[]>({ id: 'event_id', type: 'type', at: 'at' })
}

export async function profileQueries(
  app: FastifyInstance,
  { knex, hasPhotos }: { knex: Knex; hasPhotos: boolean },
): Promise<void> {
  route(app, listProfileActivity, { policy: 'user' }, async ({ request }) =>
    profileActivity(knex, signedIn(request).id),
  )

  route(app, readProfilePhoto, { policy: 'user' }, async ({ request }) => {
    const person = await personRow(knex, signedIn(request).id)
    return { isConfigured: hasPhotos, profileImageUrl: person?.user.profileImageUrl ?? null }
  })

  route(app, exportProfile, { policy: 'user' }, async ({ request, reply }) => {
    const found = await personalExport(knex, signedIn(request).id, new Date())
    if (!found)
      throw new HttpProblem(503, 'Your account is still being set up. Please try again in a moment.', {
        headers: { 'retry-after': '1' },
      })
    reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return found
  })
}
