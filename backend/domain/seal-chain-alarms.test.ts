import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type SealChainEvent, sealChainAlarms } from './seal-chain-alarms.ts'

const finding = 'The event log does not match seal 7.'
const broken: SealChainEvent = { type: 'SealChainBroken', data: { finding } }
const check = (found: string | null) => ({ type: 'CheckSealChain', data: { finding: found } }) as const

it('the alarm is raised once per incident, and ends once', () => {
  given(sealChainAlarms, []).when(check(null)).thenNothing()
  given(sealChainAlarms, []).when(check(finding)).then([broken])
  given(sealChainAlarms, [broken]).when(check('Seal 9 cannot be trusted.')).thenNothing()
  const restored: SealChainEvent = { type: 'SealChainRestored', data: { finding } }
  given(sealChainAlarms, [broken]).when(check(null)).then([restored])
  given(sealChainAlarms, [broken, restored]).when(check(null)).thenNothing()
  given(sealChainAlarms, [broken, restored]).when(check(finding)).then([broken])
})
