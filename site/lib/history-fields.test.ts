import { expect, test } from 'vitest'
import { actorLabel, inFieldOrder } from './history-fields.ts'

const names = (fields: { [name: string]: unknown }) => inFieldOrder(fields).map(([name]) => name)

test('fields are in reading order, in whatever order the server sends them', () => {
  expect(names({ email: 'a', prayer: 'b', status: 'Pending', location: null, firstName: 'c' })).toEqual([
    'status',
    'firstName',
    'email',
    'location',
    'prayer',
  ])
})

test('an item is in the order of its form, whatever its fields are called elsewhere', () => {
  const ofEvent = ['title', 'description', 'location', 'eventDate', 'startTime', 'category', 'isActive', 'noteToGuests']
  const ofArticle = ['title', 'excerpt', 'content', 'category', 'imageUrl']
  const ofEndorsement = ['name', 'email', 'title', 'endorsementText']
  const ofVolunteer = ['firstName', 'lastName', 'email', 'phone', 'skills', 'availability', 'interests']
  const ofAccount = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'state', 'zipCode', 'isAdmin']
  for (const fields of [ofEvent, ofArticle, ofEndorsement, ofVolunteer, ofAccount])
    expect(names(Object.fromEntries(fields.toReversed().map((field) => [field, 'a'])))).toEqual(fields)
})

test('fields without a place follow by name', () => {
  expect(names({ zeal: 1, constructor: 2, beauty: 3, title: 4 })).toEqual(['title', 'beauty', 'constructor', 'zeal'])
})

test('technical fields are left out', () => {
  expect(inFieldOrder({ spans: [], moderator: 'm-1', reason: 'Spam.', contentType: 'post' })).toEqual([
    ['reason', 'Spam.'],
    ['moderator', 'm-1'],
  ])
  expect(names({ passkeyId: '6f1e2c34', userId: null, campaignId: 7, paymentId: 'pay_1', writtenBy: 1 })).toEqual([
    'paymentId',
    'campaignId',
  ])
})

test('an event without a reviewer names none', () => {
  const ben = { kind: 'user', name: 'Ben Babbage' }
  expect(actorLabel({ type: 'ContentScreened', changes: {}, actor: ben })).toBe('Automatic check')
  expect(actorLabel({ type: 'ContentRejected', changes: { decidedBy: 'moderator' }, actor: ben })).toBe(
    'Automatic check',
  )
  expect(actorLabel({ type: 'ContentHidden', changes: {}, actor: ben })).toBe('Reports by readers')
  expect(actorLabel({ type: 'ReplyPosted', changes: {}, actor: ben })).toBe('Ben Babbage')
  const ada = { kind: 'admin', name: 'Ada Byron' }
  expect(actorLabel({ type: 'ContentRejected', changes: { decidedBy: 'admin' }, actor: ada })).toBe('Ada Byron (staff)')
})
