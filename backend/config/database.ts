import { z } from 'zod'
import { isDecodable } from './decodable.ts'

const address = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine(isDecodable)
  .optional()

/** The PostgreSQL server: one address, or its parts, which need no escaping. */
export const databaseVariables = {
  DATABASE_URL: address,
  DATABASE_HOST: z.string().min(1).optional(),
  DATABASE_PORT: z.coerce.number().int().min(1).max(65535).default(5432),
  DATABASE_NAME: z.string().min(1).default('campaign'),
  DATABASE_USER: z.string().min(1).default('campaign'),
  DATABASE_PASSWORD: z.string().optional(),
  /** The most connections that the requests of one process share (docs/scaling.md). */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(5).max(500).default(10),
  /** A streaming replica, for lists and files of the console. */
  DATABASE_READ_URL: address,
  /** The role that owns the tables, or its parts; the server's role then has only the rights that the server needs. */
  DATABASE_MIGRATION_URL: address,
  DATABASE_MIGRATION_USER: z.string().min(1).default('campaign_owner'),
  DATABASE_MIGRATION_PASSWORD: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof databaseVariables>>

/** Undefined: the embedded PostgreSQL. DATABASE_URL wins. */
export function databaseUrl(env: Variables): string | undefined {
  return env.DATABASE_URL ?? urlOf(env, env.DATABASE_USER, env.DATABASE_PASSWORD)
}

/** Undefined: the server's role owns the tables. The parts count where the server's address is in parts, too. */
export function databaseMigrationUrl(env: Variables): string | undefined {
  const isInParts = env.DATABASE_URL === undefined && env.DATABASE_MIGRATION_PASSWORD !== undefined
  if (env.DATABASE_MIGRATION_URL !== undefined || !isInParts) return env.DATABASE_MIGRATION_URL
  return urlOf(env, env.DATABASE_MIGRATION_USER, env.DATABASE_MIGRATION_PASSWORD)
}

function urlOf(env: Variables, user: string, password = ''): string | undefined {
  if (env.DATABASE_HOST === undefined) return undefined
  const [name, secret, database] = [user, password, env.DATABASE_NAME].map(encodeURIComponent)
  return `postgres://${name}:${secret}@${env.DATABASE_HOST}:${env.DATABASE_PORT}/${database}`
}

/** Half an address would go unnoticed: the site would come up empty. */
export const missingHostError = (env: Variables): string | null =>
  env.DATABASE_PASSWORD !== undefined && databaseUrl(env) === undefined
    ? 'DATABASE_PASSWORD needs DATABASE_HOST: without it, an embedded PostgreSQL would start, without your data.'
    : null

/** Two roles are meant to be two: the one of the server must not own the log. */
export function sameRoleError(env: Variables): string | null {
  const [server, owner] = [databaseUrl(env), databaseMigrationUrl(env)].map((url) => url && new URL(url).username)
  return server && server === owner
    ? `The server and the owner of the tables are the same role, ${decodeURIComponent(server)}. Give the server a role of its own (docs/operations.md, Two roles), or leave out the settings that begin with DATABASE_MIGRATION.`
    : null
}
