import { describe, expect, it } from 'vitest'
import { partsOfAddress, partsOfName, phoneOf, stateOf, zipOf } from './person-cells.ts'

describe('a cell', () => {
  it('with a whole name is split', () => {
    expect(partsOfName('Tess Anne Marlow')).toEqual({ firstName: 'Tess Anne', lastName: 'Marlow' })
    expect(partsOfName('Marlow, Tess')).toEqual({ firstName: 'Tess', lastName: 'Marlow' })
    expect(partsOfName('Tess Marlow, Jr.')).toEqual({ firstName: 'Tess', lastName: 'Marlow, Jr.' })
    expect(partsOfName('Tess')).toEqual({ firstName: 'Tess', lastName: '' })
  })

  it.each([
    ['Tess & Owen Marlow', 'Tess & Owen', 'Marlow'],
    ['Marlow, Tess and Owen', 'Tess and Owen', 'Marlow'],
    ['Tess Marlow & Owen Pratt', 'Tess & Owen', 'Marlow & Pratt'],
    ['Tess Marlow and Owen Marlow', 'Tess and Owen', 'Marlow'],
    ['Mr. and Mrs. Owen Marlow', 'Mr. and Mrs. Owen', 'Marlow'],
    ['Marlow, Jr., Owen', 'Owen', 'Marlow, Jr.'],
  ])('with a couple or a suffix, %s, is %s and %s', (name, firstName, lastName) =>
    expect(partsOfName(name)).toEqual({ firstName, lastName }),
  )

  it.each([
    ['p:+17655550100', '+17655550100'],
    ['7655550100.0', '7655550100'],
    ['(765) 555-0100; (765) 555-0199', '(765) 555-0100'],
    ['765-555-0100 ::: 765-555-0199', '765-555-0100'],
    ['+1 (765) 555-0100 ext. 12', '+1-765-555-0100 x12'],
    ['765-555-0100', '765-555-0100'],
    ['', ''],
  ])('with the phone %s is %s', (cell, phone) => expect(phoneOf(cell)).toBe(phone))

  it.each([
    ['Indiana', 'IN'],
    ['in', 'IN'],
    ['US-IN', 'IN'],
    ['district of columbia', 'DC'],
    ['Ontario', 'Ontario'],
    ['', ''],
  ])('with the state %s is %s', (cell, state) => expect(stateOf(cell)).toBe(state))

  it.each([
    ['2134', 'MA', '02134'],
    ['2134.0', '', '02134'],
    ['601', 'PR', '00601'],
    ['21341234', 'MA', '02134-1234'],
    ['021341234', 'MA', '02134-1234'],
    ['47901-0000', 'IN', '47901'],
    ['2134-1234', 'MA', '02134-1234'],
    ['4790', 'IN', '4790'],
    ['K1A 0B1', 'Ontario', 'K1A 0B1'],
  ])('with the ZIP code %s in %s is %s', (cell, state, zip) => expect(zipOf(cell, state)).toBe(zip))

  it('with a whole address is taken apart, or left as it is', () => {
    const parts = { address: '12 Mill St, Apt 4', city: 'Lafayette', state: 'IN', zipCode: '47901' }
    expect(partsOfAddress('12 Mill St, Apt 4, Lafayette, IN 47901')).toEqual(parts)
    expect(partsOfAddress('12 Mill St, Apt 4\nLafayette, Indiana 47901\nUSA')).toEqual(parts)
    expect(partsOfAddress('12 Mill St, Apt 4')).toBeNull()
    expect(partsOfAddress('PO Box 7, Lafayette, XX 47901')).toBeNull()
  })
})
