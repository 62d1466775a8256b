import type { Knex } from 'knex'
import { endorsementRow } from './endorsements.ts'
import { historySubject } from './history.ts'
import { prayerRow } from './prayers.ts'

/** Single rows for the answers of commands. */
export const createRows = (knex: Knex) => ({
  prayer: (id: number) => prayerRow(knex, id),
  endorsement: (id: number) => endorsementRow(knex, id),
  /** Whose item this is or was, also when it is deleted or its person is erased; null when never known. */
  subjectOf: (topic: string, id: number) => historySubject(knex, topic, id),
})
