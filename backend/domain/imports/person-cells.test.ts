import { describe, expect, it } from 'vitest'
import {
  isOrganization,
  partsOfAddress,
  partsOfName,
  pastedAddress,
  phoneOf,
  stateOf,
  zipNote,
  zipOf,
} from './person-cells.ts'

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
    ['Marlow, Owen Jr.', 'Owen', 'Marlow Jr.'],
    ['Marlow, Owen, III', 'Owen', 'Marlow, III'],
    ['Owen Marlow, M.D., Ph.D.', 'Owen', 'Marlow, M.D., Ph.D.'],
    ['Owen Marlow, CPA', 'Owen', 'Marlow, CPA'],
    ['Owen Marlow 2nd', 'Owen', 'Marlow 2nd'],
    ['Kim V', 'Kim', 'V'],
    ['Tess van der Berg', 'Tess', 'van der Berg'],
    ['Tess Anne de la Cruz', 'Tess Anne', 'de la Cruz'],
    ['Tess St. John', 'Tess', 'St. John'],
    ['Thi Le', 'Thi', 'Le'],
    ['Tess Marlow & Owen', 'Tess & Owen', 'Marlow'],
    ['Marlow, Tess and Pratt, Owen', 'Tess and Owen', 'Marlow and Pratt'],
    ['Tess Marlow (Owen)', 'Tess (Owen)', 'Marlow'],
    ['Tess Marlow <tess@example.com>', 'Tess', 'Marlow'],
    ['Marlow; Tess', 'Tess', 'Marlow'],
  ])('with a couple or a suffix, %s, is %s and %s', (name, firstName, lastName) =>
    expect(partsOfName(name)).toEqual({ firstName, lastName }),
  )

  it.each(['Acme, Inc.', 'Acme LLC', 'Marlow Family Trust', 'Delphi Foundation'])('with %s is no person', (name) =>
    expect(isOrganization(name)).toBe(true),
  )
  it.each(['Tess Marlow', 'Marlow, Tess', 'Owen Trust'])('with %s may be one', (name) =>
    expect(isOrganization(name)).toBe(false),
  )

  it.each([
    ['E-mail: tess@example.com', 'tess@example.com'],
    ['mailto:tess@example.com?subject=Hello', 'tess@example.com'],
    ['mailto:tess%2Bnews@example.com', 'tess+news@example.com'],
    ['[tess@example.com](mailto:tess@example.com)', 'tess@example.com'],
    ['tess@example.com <mailto:tess@example.com>', 'tess@example.com'],
    ['&lt;tess@example.com&gt;', 'tess@example.com'],
    ['tess@example.com&nbsp;', 'tess@example.com'],
    ['tess&#64;example.com', 'tess@example.com'],
    ['o\u2019brien@example.com', "o'brien@example.com"],
    ['tess\uff20example.com', 'tess@example.com'],
    ['Tess <tess@example.com>', 'tess@example.com'],
    ['tess@example.com <tess@example.com>', 'tess@example.com'],
    ["'tess@example.com' <Tess@Example.com>", 'tess@example.com'],
    ['Tess Marlow (tess@example.com)', 'tess@example.com'],
    ['Tess Marlow [tess@example.com]', 'tess@example.com'],
    ['Tess Marlow: tess@example.com', 'tess@example.com'],
    ['Tess <tess@example.com> (work)', 'tess@example.com'],
    ['tess@example.com - home', 'tess@example.com'],
    ['Email Address: tess@example.com', 'tess@example.com'],
    ['To: tess@example.com', 'tess@example.com'],
    ['\u2022 tess@example.com', 'tess@example.com'],
    ['2. tess@example.com', 'tess@example.com'],
    ['\u00abtess@example.com\u00bb', 'tess@example.com'],
    ['`tess@example.com`', 'tess@example.com'],
    ['*tess@example.com*', 'tess@example.com'],
    ['tess@example.com\u00b7', 'tess@example.com'],
    ['tess@example.com/', 'tess@example.com'],
    ['\ufb01ona@example.com', 'fiona@example.com'],
    ['tess\uff20example\uff0ecom', 'tess@example.com'],
    // Which of these is the address is not for us to say.
    ['Tess Marlow tess@example.com', 'Tess Marlow tess@example.com'],
    ['tess marlow@example.com', 'tess marlow@example.com'],
    ['tess @example.com', 'tess @example.com'],
    ['skype:tess@example.com', 'skype:tess@example.com'],
  ])('with the address %s is %s', (cell, address) => expect(pastedAddress(cell)).toBe(address))

  it.each([
    ['p:+17655550100', '+17655550100'],
    ['7655550100.0', '7655550100'],
    ['(765) 555-0100; (765) 555-0199', '(765) 555-0100'],
    ['765-555-0100 ::: 765-555-0199', '765-555-0100'],
    ['+1 (765) 555-0100 ext. 12', '+1-765-555-0100 x12'],
    ['765-555-0100', '765-555-0100'],
    ['765-555-0100 (cell)', '765-555-0100'],
    ['765-555-0100 or 765-555-0199', '765-555-0100'],
    ['+1 (317) 555-0100', '+1 (317) 555-0100'],
    ['front desk (ask for Tess) 555-0100', 'front desk (ask for Tess) 555-0100'],
    ['n/a', ''],
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

  it.each([
    ['2134', 'MA', /lacked zeros/],
    ['2134', '', /lacked zeros/],
    ['4790', 'IN', /fewer than five digits/],
    ['01234', '', null],
    ['47901', 'IN', null],
    ['K1A 0B1', 'Ontario', null],
  ])('with the ZIP code %s in %s says what staff should look at', (cell, state, note) => {
    const said = zipNote(cell, zipOf(cell, state))
    if (note === null) expect(said).toBeNull()
    else expect(said).toMatch(note)
  })

  it('with a whole address is taken apart, or left as it is', () => {
    const parts = { address: '12 Mill St, Apt 4', city: 'Lafayette', state: 'IN', zipCode: '47901' }
    expect(partsOfAddress('12 Mill St, Apt 4, Lafayette, IN 47901')).toEqual(parts)
    expect(partsOfAddress('12 Mill St, Apt 4\nLafayette, Indiana 47901\nUSA')).toEqual(parts)
    expect(partsOfAddress('12 Mill St, Apt 4')).toBeNull()
    expect(partsOfAddress('PO Box 7, Lafayette, XX 47901')).toBeNull()
  })
})
