import { z } from 'zod'

/** The PostgreSQL server: one address, or its parts, which need no escaping. */
export const databaseVariables = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_HOST: z.string().min(1).optional(),
  DATABASE_PORT: z.coerce.number().int().min(1).max(65535).default(5432),
  DATABASE_NAME: z.string().min(1).default('campaign'),
  DATABASE_USER: z.string().min(1).default('campaign'),
  DATABASE_PASSWORD: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof databaseVariables>>

/** Undefined: the embedded PostgreSQL. DATABASE_URL wins. */
export function databaseUrl(env: Variables): string | undefined {
  if (env.DATABASE_URL !== undefined || env.DATABASE_HOST === undefined) return env.DATABASE_URL
  const [user, password, name] = [env.DATABASE_USER, env.DATABASE_PASSWORD ?? '', env.DATABASE_NAME].map(
    encodeURIComponent,
  )
  return `postgres://${user}:${password}@${env.DATABASE_HOST}:${env.DATABASE_PORT}/${name}`
}
