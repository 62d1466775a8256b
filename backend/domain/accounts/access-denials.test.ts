import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type AccessDenialEvent, accessDenials } from './access-denials.ts'

const attempt = (route: string) => ({ userId: 7, route })
const refused = (route: string): AccessDenialEvent => ({ type: 'AccessRefused', data: attempt(route) })
const refuse = (route: string) => ({ type: 'RefuseAccess', data: attempt(route) }) as const

it('a denied attempt is recorded once per route', () => {
  given(accessDenials, [])
    .when(refuse('GET /one'))
    .then([refused('GET /one')])
  given(accessDenials, [refused('GET /one')])
    .when(refuse('GET /one'))
    .thenNothing()
  given(accessDenials, [refused('GET /one')])
    .when(refuse('GET /two'))
    .then([refused('GET /two')])
})

it('stops recording after the daily limit, so that a visitor cannot fill the log', () => {
  const twenty = Array.from({ length: 20 }, (_, number) => refused(`GET /${number}`))
  given(accessDenials, twenty).when(refuse('GET /another')).thenNothing()
})
