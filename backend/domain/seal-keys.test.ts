import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { sealKeys } from './seal-keys.ts'

const change = { oldKey: 'SHA256:a', newKey: 'SHA256:b', publicKey: 'Yg==', afterSeal: 7 }
const command = { type: 'ChangeSealKey', data: change } as const
const changed = { type: 'SealKeyChanged', data: change } as const

it('a change of the key is recorded once', () => {
  given(sealKeys, []).when(command).then([changed])
  given(sealKeys, [changed]).when(command).thenNothing()
})

it('changing back, and forth again, are separate changes', () => {
  const back = { oldKey: 'SHA256:b', newKey: 'SHA256:a', publicKey: 'YQ==', afterSeal: 9 }
  given(sealKeys, [changed])
    .when({ type: 'ChangeSealKey', data: back })
    .then([{ type: 'SealKeyChanged', data: back }])
  const again = { ...change, afterSeal: 8 }
  given(sealKeys, [changed])
    .when({ type: 'ChangeSealKey', data: again })
    .then([{ type: 'SealKeyChanged', data: again }])
})
