import type { CurrentUser } from '../../../contract/auth.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { fullName } from '../../lib/names.ts'
import { signInFor } from '../../lib/paths.ts'

let shown: HTMLElement | undefined

/** Says above the page that it belongs to another user than the one who is signed in now; takes it back for null. */
export function showChange(change: { owner: CurrentUser; user: CurrentUser | null } | null): void {
  shown?.remove()
  if (change === null) return
  const { owner, user } = change
  const { other, none, consequence, open, signIn } = accountMessages.changedUser
  shown = document.createElement('div')
  shown.className = 'alert changed-user'
  shown.setAttribute('role', 'alert')
  // It is announced because it is filled once it is in the page.
  document.getElementById('main')?.prepend(shown)
  const who = document.createElement('strong')
  who.textContent = user ? other(fullName(user), user.email) : none
  shown.append(who, ` ${consequence(fullName(owner))} `, user ? reloading(open(fullName(user))) : signingIn(signIn))
}

function reloading(label: string): Node {
  const button = document.createElement('button')
  Object.assign(button, { className: 'link', type: 'button', textContent: label, onclick: () => location.reload() })
  return button
}

function signingIn(label: string): Node {
  const link = document.createElement('a')
  return Object.assign(link, { textContent: label, href: signInFor(location), target: '_blank' })
}
