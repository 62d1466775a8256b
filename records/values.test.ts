import { describe, expect, it } from 'vitest'
import { columnsIn, personalColumns } from './columns.ts'
import { erasedIn, impersonalIn } from './erasures.ts'
import { email, nullablePlain, nullableText, plain, publicText, text, texts } from './fields.ts'
import { searchedIn, searchIndex, sortIndex, sortOf } from './list-sql.ts'
import { corrected, isSame, valuesIn } from './values.ts'

const boat = {
  owner: text(100, { label: 'Owner', erased: 'Erased', isFound: true }),
  email: email(),
  motorType: nullableText(50, { label: 'Motor', isFound: true }),
  trips: texts(50, { label: 'Trips', maxTexts: 5 }),
  harbor: publicText(50, { label: 'Harbor', impersonal: 'It is a place.' }),
  seats: plain('count', 'Seats'),
  soldAt: nullablePlain('moment', 'Sold at'),
}
const ours = {
  owner: 'Ruth Gray',
  email: 'ruth@example.org',
  motorType: 'Diesel',
  trips: ['Muncie'],
  harbor: 'Muncie',
  seats: 4,
  soldAt: null,
}

describe('an item', () => {
  it('has null where a field that may be null is missing, and nothing besides its fields', () => {
    const { motorType: _, soldAt: __, ...known } = ours
    expect(valuesIn(boat, Object.assign({ boatId: 7 }, known))).toEqual({ ...ours, motorType: null })
  })

  it('is the same as one that lacks what is null', () => {
    const { soldAt: _, ...known } = ours
    expect(isSame(boat, ours, known)).toBe(true)
    expect(isSame(boat, ours, { ...known, motorType: null })).toBe(false)
  })

  it('keeps what a correction leaves out, and loses what it says is null', () => {
    expect(corrected(boat, ours, { seats: 5 })).toEqual({ ...ours, seats: 5 })
    expect(corrected(boat, ours, { motorType: undefined })).toEqual(ours)
    expect(corrected(boat, ours, { motorType: null })).toEqual({ ...ours, motorType: null })
  })
})

it('an erasure replaces every text, unless the record says why not', () => {
  expect(erasedIn(boat)).toEqual({ owner: 'Erased', email: 'erased@erased.invalid', motorType: null, trips: [] })
  expect(impersonalIn(boat)).toEqual({ harbor: 'It is a place.' })
  expect(personalColumns(boat)).toEqual(['owner', 'email', 'motor_type', 'trips'])
})

it('its columns have the types of its fields', () => {
  expect(columnsIn(boat)).toEqual({
    owner: 'text NOT NULL',
    email: 'text NOT NULL',
    motor_type: 'text',
    trips: 'text[] NOT NULL',
    harbor: 'text NOT NULL',
    seats: 'integer NOT NULL',
    sold_at: 'timestamptz',
  })
})

it('an index has the expression that a list sorts and searches by', () => {
  expect(searchedIn(boat)).toBe(`item.owner || ' ' || coalesce(item.motor_type, '')`)
  expect(searchIndex(boat)).toBe(`USING gin (app.search_key(owner || ' ' || coalesce(motor_type, '')) gin_trgm_ops)`)
  expect(sortOf(boat, 'motorType', 'owner')).toBe(
    `app.sort_key(coalesce(item.motor_type, '') || ' ' || item.owner) COLLATE "und-x-icu"`,
  )
  expect(sortIndex(boat, 'email')).toBe('(app.sort_key(email) COLLATE "und-x-icu", id)')
})
