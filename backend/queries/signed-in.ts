import type { FastifyRequest } from 'fastify'
import { HttpProblem } from '../http/problem.ts'
import type { Person } from '../http/route.ts'

/** Whoever asks. The guard of a route that is not public has seen to it; this tells the compiler. */
export function signedIn({ person }: FastifyRequest): Person {
  if (!person) throw new HttpProblem(401, 'Please log in first.')
  return person
}
