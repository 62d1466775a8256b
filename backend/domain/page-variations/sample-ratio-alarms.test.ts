import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type SampleRatioEvent, sampleRatioAlarms } from './sample-ratio-alarms.ts'

const check = { generation: 4, pValue: 0.0002 }
const mismatched: SampleRatioEvent = { type: 'SampleRatioMismatched', data: check }
const command = (isMismatch: boolean) => ({ type: 'CheckSampleRatio', data: { ...check, isMismatch } }) as const

it('the alarm is raised once, and ends once', () => {
  given(sampleRatioAlarms, []).when(command(false)).thenNothing()
  given(sampleRatioAlarms, []).when(command(true)).then([mismatched])
  given(sampleRatioAlarms, [mismatched]).when(command(true)).thenNothing()
  given(sampleRatioAlarms, [mismatched])
    .when(command(false))
    .then([{ type: 'SampleRatioRestored', data: check }])
})
