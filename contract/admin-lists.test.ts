import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { filterText } from '../site/lib/list-filters.ts'
import { adminListQuery } from './admin-lists.ts'

const query = adminListQuery({
  sorts: ['-createdAt', 'name'],
  filters: { status: z.enum(['pending', 'approved'], 'Use pending or approved.'), country: z.string().max(60) },
})

const sentences = (input: object) => query.safeParse(input).error?.issues.map(({ message }) => message)

describe('the query of a console list', () => {
  test('has a default for everything', () => {
    expect(query.parse({})).toEqual({
      page: 1,
      limit: 50,
      sort: { by: 'createdAt', isDescending: true },
      filter: {},
    })
  })

  test('names a column and a direction', () => {
    expect(query.parse({ sort: 'name' }).sort).toEqual({ by: 'name', isDescending: false })
    expect(query.parse({ sort: '-name' }).sort).toEqual({ by: 'name', isDescending: true })
    expect(query.parse({ sort: 'createdAt' }).sort).toEqual({ by: 'createdAt', isDescending: false })
  })

  test('reads filters as they are written', () => {
    const filter = { status: 'pending', country: 'Korea, Republic of: south' } as const
    expect(query.parse({ filter: filterText(filter) }).filter).toEqual(filter)
    expect(filterText({ status: '', country: undefined })).toBe('')
  })

  test.each([
    [{ sort: 'subject' }, 'Sort by one of createdAt, name.'],
    [{ sort: '--name' }, 'Sort by one of createdAt, name.'],
    [{ filter: 'subject:1' }, 'Filter by status, country.'],
    [{ filter: 'constructor:1' }, 'Filter by status, country.'],
    [{ filter: 'status' }, 'status: Use pending or approved.'],
    [{ filter: 'status:gone' }, 'status: Use pending or approved.'],
    [{ filter: 'status:%' }, 'Percent-encode the value of status.'],
    [{ filter: 'status:pending,status:approved' }, 'Use the filter status once.'],
    [{ q: 'a' }, 'Search for at least 2 letters.'],
    [{ page: '0' }, 'Use a whole number from 1 to 1000000.'],
    [{ page: '1000000000' }, 'Use a whole number from 1 to 1000000.'],
    [{ limit: '51' }, 'Use a whole number from 1 to 50.'],
  ])('rejects %o', (input, sentence) => {
    expect(sentences(input)).toEqual([sentence])
  })

  test('rejects unknown parameters', () => {
    expect(query.safeParse({ order: 'name' }).success).toBe(false)
  })
})
