import type { CurrentUser } from '../../../contract/auth.ts'
import type { verifyCode } from '../../../contract/auth-second-factor.ts'
import { call } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { createForm, type Form } from '../form.ts'
import { completeSignIn } from './sign-in.ts'

export const createCodeForm = (onSignedIn: (user: CurrentUser, message: Message) => void): Form =>
  createForm({
    required: ['code'],
    failed: messages.login.failed,
    showsServerMessage: true,
    needsCookies: true,
    async send(read) {
      const body = { code: read('code') }
      const { user, recoveryCodesLeft } = await call<typeof verifyCode>('POST', '/api/auth/second-factor/verify', {
        body,
      })
      const name = greetingName(user)
      onSignedIn(
        user,
        recoveryCodesLeft === null ? messages.login.done(name) : messages.secondStep.recovered(name, recoveryCodesLeft),
      )
    },
  })

/** The second step of signing in. */
export const codeForm = createCodeForm(completeSignIn)
