import type { joinMailingList } from '../../../contract/email-signups.ts'
import type { signupForm } from '../../../records/email-signups.ts'
import { call } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { refreshSupporters } from './supporters.ts'

export const signUpForm = createForm({
  act: 'Email sign-up',
  required: ['email'],
  failed: messages.signUp.failed,
  done: messages.signUp.done,
  async send(read, _, written: Written<typeof signupForm>) {
    const body = { ...written, wording: read('wording') }
    await call<typeof joinMailingList>('POST', '/api/email-signup', { body })
    void refreshSupporters()
  },
})
