import { expect, it } from 'vitest'
import { erasePerson, listAdminActions, readHistory } from './admin.ts'

it('an erasure names a person by address or by item, never by both', () => {
  const { body } = erasePerson.schema
  expect(body.safeParse({ email: 'ruth@example.org' }).success).toBe(true)
  expect(body.safeParse({ topic: 'prayers', id: 7 }).success).toBe(true)
  for (const wrong of [{}, { email: 'ruth@example.org', topic: 'prayers', id: 7 }, { topic: 'prayers', id: '7' }])
    expect(body.safeParse(wrong).success).toBe(false)
})

it('a history is requested by topic and id', () => {
  const { params } = readHistory.schema
  expect(params.parse({ topic: 'email-signups', id: '7' })).toEqual({ topic: 'email-signups', id: 7 })
  expect(params.safeParse({ topic: 'pledges', id: '7' }).success).toBe(false)
})

it('actions are paged by number only, since their ids have no order', () => {
  const { querystring } = listAdminActions.schema
  expect(querystring.parse({ page: '3' })).toEqual({
    page: 3,
    limit: 50,
    sort: { by: 'timestamp', isDescending: true },
    filter: {},
  })
  expect(querystring.safeParse({ before: '3' }).success).toBe(false)
})
