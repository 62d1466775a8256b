import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { projectionSkips } from './projection-skips.ts'

const data = { projection: 'prayers', position: '7', eventId: 'a', eventType: 'PrayerSubmitted', reason: 'Too long.' }
const skipped = { type: 'EventSkipped', data } as const

it('an operator lets a projection pass over an event', () => {
  given(projectionSkips, []).when({ type: 'SkipEvent', data }).then([skipped])
})

it('once is enough', () => {
  given(projectionSkips, [skipped])
    .when({ type: 'SkipEvent', data: { ...data, reason: 'Again.' } })
    .thenNothing()
})

it.each([{ projection: 'history' }, { eventId: 'b' }])('it holds for no other than %j', (other) => {
  const asked = { ...data, ...other }
  given(projectionSkips, [skipped])
    .when({ type: 'SkipEvent', data: asked })
    .then([{ type: 'EventSkipped', data: asked }])
})
