import { expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { check, importFile, reasons } from '../support/app/importing.ts'
import { donationShapes } from '../support/import-shapes/donations.ts'
import { layoutShapes } from '../support/import-shapes/layouts.ts'
import { peopleShapes } from '../support/import-shapes/people.ts'
import { platformShapes } from '../support/import-shapes/platforms.ts'
import { suppressionShapes } from '../support/import-shapes/suppressions.ts'

const query = { consentSource: 'County fair', consentAt: '2026-01-05' }

it.each([
  ['exports of donations', donationShapes],
  ['exports of platforms with all their columns', platformShapes],
  ['exports of people', peopleShapes],
  ['lists of people who must not be mailed', suppressionShapes],
  ['tables as programs and people lay them out', layoutShapes],
])('%s are read as what they are, and are imported once', { timeout: 180_000 }, async (_, shapes) => {
  const app = await createTestApp()
  for (const { name, kind, file, expected } of shapes) {
    const { report, done } = await importFile(app, file, { kind, query })
    const context = `${name} (${kind}): ${JSON.stringify(reasons(report))}`
    expect(report, context).toMatchObject({ ...expected, missing: [] })
    expect(done.written, context).toBe(report.added + report.changed + report.refunded)
    const nothing = { added: 0, changed: 0, refunded: 0, refused: report.refused }
    expect(await check(app, file, { kind, query }), context).toMatchObject(nothing)
  }
})
