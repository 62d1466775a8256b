import { expect, it } from 'vitest'
import { eventId } from './event-id.ts'

it('never changes, because a repeated command is recognized by it', () => {
  expect(eventId('c1', 'T', 1)).toBe('c7f56f30-1f8f-81c1-bb70-4cbfc2f6efc2')
})

it('is a UUID of version 8, and different for each command, type and index', () => {
  const ids = ['c1', 'c2'].flatMap((id) =>
    ['A', 'B'].flatMap((type) => Array.from({ length: 100 }, (_, n) => eventId(id, type, n))),
  )
  expect(new Set(ids).size).toBe(400)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
