import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { donationFileLimits, importDonations } from '../../../contract/donations.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import { DomainError } from '../../domain/decider.ts'
import { donationImportStream, donationImports, donations } from '../../domain/donations.ts'
import { systemContext } from '../../eventlog/command-context.ts'
import type { SubjectKeys } from '../../eventlog/encryption/subject-keys.ts'
import type { Position } from '../../eventlog/event-log.ts'
import type { Handle } from '../../eventlog/handle.ts'
import { commandContext } from '../../http/command-context.ts'
import type { WaitForProjection } from '../../http/pending-position.ts'
import { HttpProblem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { createDonationFileThread } from './donation-file-thread.ts'
import { firstPart, type PlannedRow, planDonations, planHash, summaryOf, writesOf } from './donation-plan.ts'

type DonationTools = {
  handle: Handle
  waitForProjection: WaitForProjection
  nextId(sequence: 'donation'): Promise<number>
  subjects: Pick<SubjectKeys, 'forEmail' | 'emailHash'>
  knex: Knex
}

const files = createDonationFileThread()

/** Rows whose events are written together. */
const atOnce = 250

export async function donationCommands(
  app: FastifyInstance,
  { handle, waitForProjection, nextId, subjects, knex }: DonationTools,
): Promise<void> {
  const oneFile = createSemaphore({
    running: 1,
    waiting: 4,
    whenFull: 'Other imports are still running. Please try again in a moment.',
  })

  /**
   * The event of the file first, in the admin's name, then a command per donation because of it: what a crash leaves out is
   * new again the next time, what it did is repeated.
   */
  async function importRows(request: FastifyRequest, fileHash: string, plan: readonly PlannedRow[]) {
    const { rows, added, changed, repeated, refused } = summaryOf(plan, null, 0)
    const context = commandContext(request)
    const data = { importId: context.commandId, fileHash, rows, added, changed, repeated, refused }
    const command = { type: 'ImportDonations', data } as const
    const { events } = await handle(donationImports, donationImportStream(data.importId), command, context)

    async function importRow(row: PlannedRow): Promise<Position | null> {
      if (row.kind !== 'added' && row.kind !== 'changed') return null
      const { stream, details } = row
      const [donationId, subject] = await Promise.all([nextId('donation'), subjects.forEmail(details.email)])
      const { position } = await handle(
        donations,
        stream,
        { type: 'ImportDonation', data: { donationId, subject, ...details } },
        systemContext({ commandId: `${context.commandId} ${stream}`, cause: events[0], at: new Date(context.at) }),
        { isNew: row.kind === 'added' },
      )
      return position
    }
    for (let start = 0; start < plan.length; start += atOnce) {
      const positions = await Promise.all(plan.slice(start, start + atOnce).map(importRow))
      // The read model keeps up, since the plan of the next request is made of what it shows.
      for (const position of positions) await waitForProjection(position, request)
    }
  }

  route(app, importDonations, { policy: 'admin', takesFile: 'csv' }, async ({ query, request }) => {
    const { body } = request
    if (!(body instanceof Uint8Array)) throw new HttpProblem(400, 'Choose a CSV file first.')
    return oneFile(async () => {
      const { fileHash, rows } = await files.read(body, new Date())
      const plan = await planDonations(rows, { knex, hash: subjects.emailHash })
      const hash = await planHash(fileHash, plan)
      if (query.plan === undefined) return summaryOf(plan, hash, writesOf(plan))
      if (query.plan !== hash)
        throw new DomainError(
          'conflict',
          'This file would do something else now than when it was checked. Check it again.',
        )
      const { part, rest } = firstPart(plan, donationFileLimits.atOnce)
      await importRows(request, fileHash, part)
      const left = writesOf(rest)
      return summaryOf(part, left === 0 ? null : await planHash(fileHash, rest), left)
    })
  })
}
