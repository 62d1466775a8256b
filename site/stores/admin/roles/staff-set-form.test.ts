import { expect, it } from 'vitest'
import type { StaffRight } from '../../../../records/staff-rights.ts'
import { pressed } from './staff-set-form.ts'

const after = (chosen: StaffRight[], right: StaffRight) => {
  const next = pressed(chosen, right)
  return [next.chosen, next.told]
}

it('chooses what a right needs along with it, and says so', () => {
  expect(after([], 'prayers')).toEqual([['prayers'], ''])
  expect(after(['prayers'], 'send')).toEqual([
    ['prayers', 'drafts', 'send'],
    'Also chosen, because it is needed: Drafts.',
  ])
  expect(after(['drafts'], 'send')).toEqual([['drafts', 'send'], ''])
})

it('takes out what needs a right that is taken out, and says so', () => {
  expect(after(['drafts', 'recipients', 'send', 'news'], 'drafts')).toEqual([
    ['news'],
    'Also taken out, because it needs this: Recipients, Send.',
  ])
  expect(after(['drafts', 'send'], 'send')).toEqual([['drafts'], ''])
})
