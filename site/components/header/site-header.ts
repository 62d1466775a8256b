import { hasSessionCookie } from '../../lib/session-cookie.ts'

/** Closes the drawer when a link is chosen. The account code is loaded only for people who are signed in. */
export function startHeader() {
  const header = document.querySelector<HTMLElement>('[data-site-header]')
  if (header === null) return
  if ('popover' in header) {
    header.addEventListener('click', ({ target }) => {
      if (target instanceof Element) target.closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover()
    })
    holdFocus()
  } else void import('./without-popovers.ts')
  if (hasSessionCookie()) void import('./account.ts').then((account) => account.startAccount(header))
}

/** While the drawer is open, the rest of the page takes neither focus nor touches. It focuses its own first button. */
function holdFocus() {
  document.getElementById('drawer')?.addEventListener('beforetoggle', ({ newState }) => {
    for (const place of document.querySelectorAll('body>:not(header),.bar'))
      place.toggleAttribute('inert', newState === 'open')
  })
}
