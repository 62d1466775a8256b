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

it('an export of a console table is recorded with the table’s name, once', () => {
  const data = { exportId: 'three', table: 'volunteers', format: 'csv' } as const
  given(exports, [])
    .when({ type: 'ExportTable', data })
    .then([{ type: 'TableExported', data }])
  given(exports, [{ type: 'TableExported', data }])
    .when({ type: 'ExportTable', data })
    .thenNothing()
})

it('an export of measurements is recorded with the table’s name, once', () => {
  const data = { exportId: 'two', table: 'visits', format: 'parquet' } as const
  given(exports, [])
    .when({ type: 'ExportMeasurements', data })
    .then([{ type: 'MeasurementsExported', data }])
  given(exports, [{ type: 'MeasurementsExported', data }])
    .when({ type: 'ExportMeasurements', data })
    .thenNothing()
})
