import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { exports } from './exports.ts'

const data = { exportId: 'one', format: 'csv' } as const

it('every export is recorded, once', () => {
  given(exports, [])
    .when({ type: 'ExportEmailSignups', data })
    .then([{ type: 'EmailSignupsExported', data }])
  given(exports, [{ type: 'EmailSignupsExported', data }])
    .when({ type: 'ExportEmailSignups', data })
    .thenNothing()
})
