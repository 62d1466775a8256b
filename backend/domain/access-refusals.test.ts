import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type AccessRefusalEvent, accessRefusals } from './access-refusals.ts'

const attempt = (route: string) => ({ userId: 7, route })
const refused = (route: string): AccessRefusalEvent => ({ type: 'AccessRefused', data: attempt(route) })
const refuse = (route: string) => ({ type: 'RefuseAccess', data: attempt(route) }) as const

it('a refused attempt is recorded once per route', () => {
  given(accessRefusals, [])
    .when(refuse('GET /one'))
    .then([refused('GET /one')])
  given(accessRefusals, [refused('GET /one')])
    .when(refuse('GET /one'))
    .thenNothing()
  given(accessRefusals, [refused('GET /one')])
    .when(refuse('GET /two'))
    .then([refused('GET /two')])
})

it('stops recording after the daily limit, so that a visitor cannot fill the log', () => {
  const twenty = Array.from({ length: 20 }, (_, number) => refused(`GET /${number}`))
  given(accessRefusals, twenty).when(refuse('GET /another')).thenNothing()
})
