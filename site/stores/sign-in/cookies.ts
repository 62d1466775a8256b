import { keepsCookies } from '../../lib/keeps-cookies.ts'
import { messages } from '../../lib/messages.ts'
import { showError } from '../toasts.ts'

/** True when the browser keeps the cookie that signs people in; says what is missing if it does not. */
export function hasCookiesOrSays(): boolean {
  if (keepsCookies()) return true
  showError({ title: messages.login.failed.title, description: messages.login.needsCookies })
  return false
}
