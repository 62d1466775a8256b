import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Core } from '../core.ts'
import type { Database } from '../kernel/database/connect.ts'

/** The parts that every group is built from. */
export type Base = { config: Config; secrets: Secrets; core: Core; database: Database; logger: FastifyBaseLogger }
