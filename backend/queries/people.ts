import type { FastifyInstance } from 'fastify'
import { findPeople, type PersonTopic, readPerson } from '../../contract/people.ts'
import { rightOfTopic } from '../../records/rights-of-topics.ts'
import type { StaffRight } from '../../records/staff-rights.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route, staff } from '../kernel/http/route.ts'
import { namingTopics } from '../read-model/people.ts'
import { findPeople as peopleIn } from '../read-model/people-search.ts'
import { personOfItem } from '../read-model/person.ts'

/** Who may read the item may read what is known of its person, as far as they may read each part. */
const byTopic = {
  rightBy: 'topic',
  rights: rightOfTopic satisfies { [Topic in PersonTopic]: StaffRight },
} as const

export async function peopleQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, findPeople, { ...staff('people'), hasPast: true }, ({ query: { q }, request }) => {
    const { rights } = signedIn(request)
    const topics = namingTopics.filter((topic) => rights.has(rightOfTopic[topic]))
    return reads.list(request, ({ knex }) => peopleIn(knex, { topics, q }))
  })

  route(app, readPerson, { policy: byTopic, hasPast: true }, async ({ params, query, request }) => {
    const { rights } = signedIn(request)
    const person = await reads.item(request, ({ knex }) => personOfItem(knex, { ...params, ...query, rights }))
    if (person === null) throw new HttpProblem(404, 'There is no such item.')
    return person
  })
}
