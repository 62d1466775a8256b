import { describe, expect, it } from 'vitest'
import { ownOf } from './people-of-an-address.ts'

const sent = (id: number, name: string | null, sentBy: number | null = null) => ({ topic: 'rsvps', id, name, sentBy })
const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id)
const ann = { userId: 1, firstName: 'Ann', lastName: 'Smith' }

describe('what the person of an account sent in with an address', () => {
  it('is what they sent while signed in, whoever it names, and not what another account sent', () =>
    expect(ids(ownOf(ann, [sent(1, 'Bob Smith', 1), sent(2, 'Ann Smith', 2)]))).toEqual([1]))

  it('is what gives their name, in any spelling, or no name', () => {
    const items = [sent(1, 'ANN  SMITH'), sent(2, 'Ann'), sent(3, null), sent(4, 'Bob Smith'), sent(5, 'Bob')]
    expect(ids(ownOf(ann, items))).toEqual([1, 2, 3])
  })

  it('is what begins with their first name, where they gave no other', () =>
    expect(ids(ownOf({ ...ann, lastName: '' }, [sent(1, 'Ann Smith'), sent(2, 'Bob Smith')]))).toEqual([1]))

  it('is everything under one name where the account has none, and nothing under several', () => {
    const nameless = { userId: 1, firstName: null, lastName: null }
    expect(ids(ownOf(nameless, [sent(1, 'Ann Smith'), sent(2, 'Ann')]))).toEqual([1, 2])
    expect(ids(ownOf(nameless, [sent(1, 'Ann Smith'), sent(2, 'Bob Smith'), sent(3, null)]))).toEqual([3])
  })
})
