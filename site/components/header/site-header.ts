import { hasSessionCookie } from '../../lib/session-cookie.ts'

/** A drawer that closes on choosing a link; what concerns an account is loaded only by those who have one. */
export function startHeader() {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  if (header === null) return
  header.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('a') === null) return
    target.closest<HTMLElement>('[popover]')?.hidePopover()
  })
  if (hasSessionCookie()) void import('./account.ts').then(({ startAccount }) => startAccount(header))
}
