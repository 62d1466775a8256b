import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { failedSignIns } from './failed-sign-ins.ts'

const data = { userId: 7, series: 'account', attempts: 5, since: '2026-03-01T12:00:00.000Z' } as const

it('a series is recorded once', () => {
  given(failedSignIns, [])
    .when({ type: 'ReportFailedSignIns', data })
    .then([{ type: 'SignInsFailed', data }])
  given(failedSignIns, [{ type: 'SignInsFailed', data }])
    .when({ type: 'ReportFailedSignIns', data })
    .thenNothing()
})
