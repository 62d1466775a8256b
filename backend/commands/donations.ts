import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { enterDonation } from '../../contract/donations.ts'
import { donationKey, donations } from '../domain/donations.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { route, staff } from '../kernel/http/route.ts'
import { donationIdAt } from '../read-model/donations.ts'
import type { Execute } from './command.ts'
import { enteredAs, requireEntry } from './hand-entries.ts'
import { donationStreamOf } from './imports/donation-rows.ts'

type DonationTools = {
  execute: Execute
  nextId(sequence: 'donation'): Promise<number>
  subjects: Pick<SubjectKeys, 'emailHash' | 'erasedAmong' | 'forEmail'>
  knex: Knex
}

/** A day alone is its start, as in imported files, so that a file finds the same gift again. */
const startOf = (eventDate: string): string =>
  campaignClock.spanOf({ eventDate, startTime: null, endTime: null }).startsAt.toISOString()

export async function donationCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, knex }: DonationTools,
): Promise<void> {
  route(app, enterDonation, staff('donations'), async ({ body, request }) => {
    await requireEntry(subjects, body)
    const [donationId, subject] = await Promise.all([nextId('donation'), subjects.forEmail(body.email)])
    const gift = { ...body, donatedAt: startOf(body.entryDay) }
    const stream = donationStreamOf(subjects, donationKey(gift))
    const command = { type: 'EnterDonation', data: { donationId, subject, ...gift } } as const
    const [made] = await execute(request, donations, stream, command)
    const isNew = made?.type === 'DonationImported'
    const id = isNew ? made.data.donationId : await donationIdAt(knex, stream)
    return enteredAs(knex, subject, { id, isNew })
  })
}
