import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import {
  exportProfile,
  listProfileActivity,
  listSubmissions,
  readKnown,
  readProfilePhoto,
} from '../../../contract/profile.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { knownFacts } from '../../read-model/known-facts.ts'
import { ownerOfAccount } from '../../read-model/own-items.ts'
import { personalExport, personalRecords, profileActivity } from '../../read-model/profile-export.ts'
import { submissionsOf } from '../../read-model/submissions.ts'
import { accountRow } from '../../read-model/users.ts'

const notReady = () =>
  new HttpProblem(503, 'Your account is still being set up. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
  })

export async function profileQueries(
  app: FastifyInstance,
  { knex, hasPhotos }: { knex: Knex; hasPhotos: boolean },
): Promise<void> {
  route(app, listProfileActivity, { policy: 'user' }, ({ request }) =>
    profileActivity(knex, signedIn(request).id, { limit: 10 }),
  )

  route(app, listSubmissions, { policy: 'user' }, async ({ request }) =>
    submissionsOf(knex, await ownerOfAccount(knex, signedIn(request).id), { limit: 50 }),
  )

  route(app, readProfilePhoto, { policy: 'user' }, async ({ request }) => {
    const account = await accountRow(knex, signedIn(request).id)
    return { isConfigured: hasPhotos, profileImageUrl: account?.user.profileImageUrl ?? null }
  })

  route(app, readKnown, { policy: 'user' }, async ({ request }) => {
    const found = await personalRecords(knex, signedIn(request).id)
    if (!found) throw notReady()
    return knownFacts(found)
  })

  route(app, exportProfile, { policy: 'user', needsProof: true }, async ({ request, reply }) => {
    const found = await personalExport(knex, signedIn(request).id, new Date())
    if (!found) throw notReady()
    reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return found
  })
}
