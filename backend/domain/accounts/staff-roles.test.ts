import { describe, expect, it } from 'vitest'
import {
  everyRight,
  type HeldFor,
  type HeldWithRights,
  type StaffRole,
  staffRights,
  staffRoles,
} from '../../../records/staff-rights.ts'
import { rightsOf } from './staff-roles.ts'

const held = (...roles: HeldWithRights[]) => {
  const rights = rightsOf({ isAdmin: false, roles })
  return everyRight.filter((right) => rights.has(right))
}
const everywhere = (role: StaffRole): HeldFor => ({ role, eventId: null })

describe('what a person may do', () => {
  it('is nothing for a supporter, and everything for an admin', () => {
    expect(held()).toEqual([])
    const admin = rightsOf({ isAdmin: true })
    expect(everyRight.filter((right) => !admin.has(right))).toEqual([])
  })

  it('is what any of their sets allows', () => {
    const together = new Set(held(everywhere('editor'), everywhere('moderator')))
    expect(together).toEqual(new Set([...staffRoles.editor.rights, ...staffRoles.moderator.rights]))
  })

  it('is what a role of the campaign’s own holds, without what admins alone decide about', () => {
    const own = { role: 'set-1', eventId: null, rights: ['console', 'news', 'grants', 'erase', 'of-later'] }
    expect(held(own)).toEqual(['console', 'news'])
    expect(held({ role: 'set-1', eventId: null })).toEqual([])
    // A role of the program gives what the program says.
    expect(held({ ...everywhere('analyst'), rights: ['send'] })).toEqual(held(everywhere('analyst')))
    const guests = rightsOf({
      isAdmin: false,
      roles: [{ ...own, eventId: 7, rights: ['console', 'events', 'guests'] }],
    })
    expect([guests.has('guests', '7'), guests.has('guests'), guests.has('events', '7')]).toEqual([true, false, false])
  })

  it('is, with a set for one event, only what concerns the guests of that event', () => {
    const roles: HeldFor[] = [{ role: 'organizer', eventId: 12 }]
    expect(held(...roles)).toEqual([])
    const rights = rightsOf({ isAdmin: false, roles })
    const at = (eventId: string) => everyRight.filter((right) => rights.has(right, eventId))
    expect(at('12')).toEqual(['guests'])
    expect(at('1')).toEqual([])
    // An address may write the number of an event in other ways, which the route refuses later.
    expect(at('012')).toEqual([])
    expect(at('')).toEqual([])
  })
})

it('ignores a role that a later release no longer knows', () => {
  expect(held({ role: 'treasurer', eventId: null }, { role: 'constructor', eventId: null })).toEqual([])
})

describe('the sets of rights', () => {
  it('give no one but admins what reaches other people’s rights or accounts, or what cannot be undone', () => {
    const { admin: _admin, ...others } = staffRoles
    const given = new Set<string>(Object.values(others).flatMap(({ rights }) => [...rights]))
    for (const right of [
      'grants',
      'accounts',
      'erase',
      'export',
      'send',
      'settings',
      'imports',
      'actions',
      'operations',
    ])
      expect(given).not.toContain(right)
  })

  it('give an analyst no right that shows people', () => {
    const shown = new Set<string>(staffRoles.analyst.rights.map((right) => staffRights[right].shows))
    expect(shown).not.toContain('people')
  })

  it('open the console with each', () => {
    for (const { rights } of Object.values(staffRoles)) expect(rights).toContain('console')
  })
})
