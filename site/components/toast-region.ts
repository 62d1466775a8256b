import { $toast, dismissToast, pauseToast, resumeToast, showCarriedOverToast, type Toast } from '../stores/toasts.ts'

/** Renders the store's toast: announced politely, or assertively when it reports a failure. */
export function startToasts() {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  const template = region?.querySelector('template')
  if (!region || !template) return
  const places = region.querySelectorAll<HTMLElement>('[role]')

  $toast.subscribe((toast) => {
    for (const place of places) place.replaceChildren()
    if (toast === null) return
    region.querySelector(`[data-${toast.variant}]`)?.replaceChildren(draw(template, toast))
  })
  region.addEventListener('pointerenter', pauseToast)
  region.addEventListener('pointerleave', resumeToast)
  region.addEventListener('focusin', pauseToast)
  region.addEventListener('focusout', resumeToast)
  region.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button === null) return
    const undo = button.hasAttribute('data-undo') ? $toast.get()?.undo : undefined
    dismissToast()
    undo?.()
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && region.contains(document.activeElement)) dismissToast()
  })
  showCarriedOverToast()
}

function draw(template: HTMLTemplateElement, toast: Toast): Node {
  const drawn = document.importNode(template.content, true)
  const write = (selector: string, text: string) => drawn.querySelector(selector)?.replaceChildren(text)
  write('.title', toast.title)
  const next = drawn.querySelector<HTMLAnchorElement>('[data-next]')
  const { label: textContent, path: href } = toast.next ?? {}
  if (href && next) Object.assign(next, { hidden: false, textContent, href })
  if (toast.undo) drawn.querySelector('[data-undo]')?.removeAttribute('hidden')
  write('.description', toast.description ?? '')
  return drawn
}
