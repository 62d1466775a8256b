import type { verifyCode } from '../../../contract/auth-second-factor.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { createForm } from '../form.ts'
import { completeSignIn } from './sign-in.ts'

/** The second step of signing in. */
export const codeForm = createForm({
  required: ['code'],
  failed: messages.login.failed,
  showsServerMessage: true,
  async send(read) {
    const body = { code: read('code') }
    const { user, recoveryCodesLeft } = await call<typeof verifyCode>('POST', '/api/auth/second-factor/verify', {
      body,
    })
    const name = greetingName(user)
    completeSignIn(
      user,
      recoveryCodesLeft === null ? messages.login.done(name) : messages.secondStep.recovered(name, recoveryCodesLeft),
    )
  },
})
