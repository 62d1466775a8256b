import { describe, expect, it } from 'vitest'
import { topicsOfPeople } from '../../contract/topic-words.ts'
import { namingTopics, peopleOf } from './people.ts'

it('rows of every topic of people name a person, but for the forum, whose authors have accounts', () => {
  expect(namingTopics.toSorted()).toEqual([...topicsOfPeople].filter((topic) => topic !== 'forum').toSorted())
})

describe('the people of one address', () => {
  const people = (...keys: string[]) => keys.map(peopleOf(keys))

  it('are one for the same words in any order, with any signs between them', () => {
    expect(new Set(people('ann smith', 'smith, ann', 'ann  smith.')).size).toBe(1)
    expect(new Set(people("tip o'neil", "o'neil tip")).size).toBe(1)
  })
  it('are two for two names', () => {
    expect(new Set(people('ann smith', 'bob smith')).size).toBe(2)
  })
  it('are one for a first name that one full name begins with', () => {
    const [ann, full, bob] = people('ann', 'ann smith', 'bob smith')
    expect([ann === full, ann === bob]).toEqual([true, false])
  })
  it('leave a first name alone that two full names begin with, or none', () => {
    expect(new Set(people('ann', 'ann smith', 'ann jones')).size).toBe(3)
    expect(new Set(people('smith', 'ann smith')).size).toBe(2)
  })
  it('may each be a row without a name', () => {
    expect(people('', 'ann smith')[0]).toBeNull()
  })
  it('have names in every script', () => {
    expect(new Set(people('王 芳', '芳 王', '王 伟')).size).toBe(2)
    expect(people('🙂')).toEqual([null])
  })
})
