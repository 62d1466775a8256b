import { offlineForm } from '../lib/offline.ts'
import { hasSessionCookie } from '../lib/session-cookie.ts'
import { showError } from '../stores/toasts.ts'

/** The scripts of the forms, by the names that pages give to `LateForm.astro`. */
const scripts = {
  endorsement: () => import('../islands/late/endorsement.ts'),
  prayer: () => import('../islands/late/prayer.ts'),
  signUp: () => import('../islands/late/sign-up.ts'),
  volunteer: () => import('../islands/late/volunteer.ts'),
}
export type LateFormName = keyof typeof scripts

const hasScript = (name: string | undefined): name is LateFormName => name !== undefined && name in scripts

const touches = ['pointerover', 'focusin', 'input'] as const

/**
 * Loads the script of the page’s form, if it has one, when the visitor first touches it, or at once for signed-in
 * people, whose details it fills in. A submission before the script runs is not lost: the form is submitted again when
 * it does. If the script cannot be loaded, the browser posts the form (decisions/0012); offline, that would lose the
 * input.
 */
export function startLateForm(): void {
  const place = document.querySelector<HTMLElement>('[data-late-form]')
  const form = place?.querySelector('form')
  const name = place?.dataset.lateForm
  if (!place || !form || !hasScript(name)) return
  const load = scripts[name]
  let starting: Promise<void> | undefined
  let isSubmitted = false

  const alert = document.createElement('p')
  alert.className = 'alert'
  alert.setAttribute('role', 'alert')

  function sayOffline() {
    alert.textContent = offlineForm
    form?.append(alert)
    showError({ title: 'Error', description: place?.dataset.failed })
  }
  const start = () => {
    starting ??= load()
      .then((late) => {
        alert.remove() // not the element that the script expects
        return late.start(place)
      })
      .then(() => {
        for (const touch of touches) place.removeEventListener(touch, touched)
        form.removeEventListener('submit', hold)
      })
    return starting
  }
  const touched = () =>
    void start().catch(() => {
      starting = undefined // the next touch tries again
    })
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSubmitted) return
    isSubmitted = true
    // A new form where React rendered it again (islands/typed-text.ts); its one button submits it.
    const again = () => place.querySelector('form')?.requestSubmit()
    start().then(again, () => {
      starting = undefined
      isSubmitted = false
      if (!navigator.onLine) return sayOffline()
      form.removeEventListener('submit', hold)
      form.noValidate = false
      again()
    })
  }

  form.noValidate = true // our messages replace the browser's
  form.addEventListener('submit', hold)
  for (const touch of touches) place.addEventListener(touch, touched)
  if (hasSessionCookie()) touched()
}
