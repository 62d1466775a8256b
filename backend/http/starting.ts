import type { FastifyInstance } from 'fastify'
import { isApiRequest } from './guards.ts'
import { HttpProblem } from './problem.ts'

/** The API and the forms answer 503 until the database is up to date; pages are already served. */
export function refuseWhileStarting(app: FastifyInstance, isOpen: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (!isOpen() && (isApiRequest(request) || request.routeOptions.config.isPlainForm))
      throw new HttpProblem(503, 'The site is starting. Please try again in a moment.', {
        headers: { 'retry-after': '2' },
      })
  })
}
