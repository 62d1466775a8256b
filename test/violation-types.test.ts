import { expect, expectTypeOf, it } from 'vitest'
import type { Verdict } from '../backend/domain/forum/screening.ts'
import { classes } from '../backend/moderation/classes.ts'
import { type ModerationItem, violationTypes } from '../contract/moderation.ts'

/** The domain imports nothing and the contract no domain, so each names the types; this test keeps them equal. */
it('contract, domain and model know the same types of violation', () => {
  expectTypeOf<ModerationItem['violationType']>().toEqualTypeOf<Verdict['violationType']>()
  expectTypeOf<ModerationItem['aiSuggestion']>().toEqualTypeOf<Verdict['suggestion']>()
  expectTypeOf<(typeof classes)[number]>().toEqualTypeOf<Verdict['violationType']>()
  expect(classes.toSorted()).toEqual(violationTypes.toSorted())
})
