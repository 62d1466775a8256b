import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type SealVerification, verifySeals } from '../../contract/seals.ts'
import { logVerificationStream, logVerifications } from '../domain/log-verifications.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import { repeatableId } from '../kernel/http/command-context.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { route, staff } from '../kernel/http/route.ts'
import { logVerification } from '../read-model/log-verifications.ts'
import type { Execute } from './command.ts'

type SealTools = {
  execute: Execute
  /** Null while another verification runs. */
  seals: { verify(): Promise<Omit<SealVerification, 'at' | 'by'> | null> }
  knex: Knex
}

export async function sealCommands(app: FastifyInstance, { execute, seals, knex }: SealTools): Promise<void> {
  route(app, verifySeals, { ...staff('operations'), keepAnswer: false }, async ({ request }) => {
    const found = await seals.verify()
    if (found === null)
      throw new DomainError('conflict', 'A verification is already running. Please wait for the result.')
    const verificationId = repeatableId(request, 'verification')
    const command = { type: 'RecordLogVerification', data: { verificationId, ...found } } as const
    const stream = logVerificationStream(verificationId)
    const [event] = await execute(request, logVerifications, stream, command, { isNew: true })
    const at = event?.metadata.at ?? new Date().toISOString()
    return (await logVerification(knex, signedIn(request).rights, verificationId)) ?? { ...found, at, by: 'You' }
  })
}
