import type { ClientDirective } from 'astro'
import { notLoaded } from '../lib/not-loaded.ts'
import { offlineForm } from '../lib/offline.ts'
import { hasSessionCookie } from '../lib/session-cookie.ts'
import { islandStarted, touchFailed } from './island-events.ts'

const touches = ['pointerover', 'focusin', 'input'] as const
const presses = ['click', 'keydown'] as const
type Pressed = { button: HTMLButtonElement; place: number; again: (button: HTMLButtonElement) => void }

const tabKeys = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * `client:touch`: an island whose scripts are loaded when the visitor first touches it; a press in between is repeated
 * when it runs. It starts at once where it shows something else than the build: for signed-in people, and for addresses
 * with a query.
 */
const onTouch: ClientDirective = (load, _options, element) => {
  const alert = document.createElement('div')
  alert.className = 'alert'
  alert.setAttribute('role', 'alert')
  let isStarting = false
  let pressed: Pressed | undefined

  // Our messages replace the browser's.
  for (const form of element.querySelectorAll('form')) form.noValidate = true

  async function start() {
    isStarting = true
    const hydrate = await load()
    alert.remove() // not the element that the island expects
    const started = new Promise((resolve) => element.addEventListener(islandStarted, resolve, { once: true }))
    await hydrate()
    const isLoaded = !element.hasAttribute('ssr')
    if (isLoaded) await started
    isStarting = false
    const last = pressed
    pressed = undefined
    // The next touch tries again.
    if (!isLoaded) return last && fail(last.button)
    for (const touch of touches) element.removeEventListener(touch, touched)
    for (const press of presses) element.removeEventListener(press, hold, true)
    last?.again(sameButton(last))
  }
  const buttonsLike = ({ className }: HTMLButtonElement) =>
    [...element.querySelectorAll('button')].filter((button) => button.className === className)
  /** A new element where React rendered the island again (typed-text.ts). */
  const sameButton = ({ button, place }: Pressed) =>
    button.isConnected ? button : (buttonsLike(button)[place] ?? button)
  function fail(button: HTMLButtonElement) {
    const place = button.form ?? element
    alert.replaceChildren(...(navigator.onLine ? [notLoaded, ' ', reloadButton()] : [offlineForm]))
    place.append(alert)
    place.dispatchEvent(new Event(touchFailed, { bubbles: true }))
  }
  function touched() {
    if (!isStarting) void start()
  }
  /** Links work without scripts; Enter in a field clicks the button of its form. */
  function hold(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button || alert.contains(button) || (event instanceof KeyboardEvent && !tabKeys.includes(event.key))) return
    event.preventDefault()
    event.stopPropagation()
    pressed = {
      button,
      place: buttonsLike(button).indexOf(button),
      again(now) {
        if (event instanceof KeyboardEvent) now.dispatchEvent(new KeyboardEvent('keydown', event))
        else now.click()
      },
    }
    touched()
  }

  for (const touch of touches) element.addEventListener(touch, touched)
  for (const press of presses) element.addEventListener(press, hold, true)
  element.addEventListener('astro:hydration-error', (event) => event.preventDefault()) // the page shows it
  if (location.search !== '' || hasSessionCookie()) touched()
}

/** A missing script comes back only with a reload. */
function reloadButton(): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'link'
  button.textContent = 'Try again'
  button.onclick = () => location.reload()
  return button
}

export default onTouch
