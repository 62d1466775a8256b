import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { projectionSkips } from './projection-skips.ts'

const data = { projection: 'notes', position: '7', eventId: 'a', eventType: 'NoteWritten', reason: 'Too long.' }
const skipped = { type: 'EventSkipped', data } as const

it('an operator lets a projection skip an event', () => {
  given(projectionSkips, []).when({ type: 'SkipEvent', data }).then([skipped])
})

it('repeating it does nothing', () => {
  given(projectionSkips, [skipped])
    .when({ type: 'SkipEvent', data: { ...data, reason: 'Again.' } })
    .thenNothing()
})

it.each([{ projection: 'history' }, { eventId: 'b' }])('skips no other event than %j', (other) => {
  const asked = { ...data, ...other }
  given(projectionSkips, [skipped])
    .when({ type: 'SkipEvent', data: asked })
    .then([{ type: 'EventSkipped', data: asked }])
})
