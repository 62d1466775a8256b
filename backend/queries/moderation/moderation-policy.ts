import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listModels } from '../../../contract/moderation-models.ts'
import { readPolicy } from '../../../contract/moderation-policy.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { type Moderators, moderationModels, moderationPolicyRow } from '../../read-model/moderation-policy.ts'

export async function moderationPolicyQueries(
  app: FastifyInstance,
  { knex, moderators }: { knex: Knex; moderators: Moderators },
): Promise<void> {
  route(app, readPolicy, staff('forum'), () => moderationPolicyRow(knex, moderators))
  route(app, listModels, staff('settings'), () => moderationModels(knex, moderators))
}
