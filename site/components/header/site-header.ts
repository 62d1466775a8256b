import { hasSessionCookie } from '../../lib/session-cookie.ts'

/** Closes the drawer when a link is chosen. The account code is loaded only for people who are signed in. */
export function startHeader() {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  if (header === null) return
  header.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('a') === null) return
    target.closest<HTMLElement>('[popover]')?.hidePopover()
  })
  if (hasSessionCookie()) void import('./account.ts').then(({ startAccount }) => startAccount(header))
}
