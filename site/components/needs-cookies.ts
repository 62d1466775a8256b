import { keepsCookies } from '../lib/keeps-cookies.ts'

/** Shows the sentence of `NeedsCookies.astro` where the browser blocks cookies. */
export function startNeedsCookies(): void {
  const sentence = document.querySelector<HTMLElement>('[data-needs-cookies]')
  if (sentence === null || keepsCookies()) return
  sentence.textContent = sentence.dataset.needsCookies ?? ''
  sentence.hidden = false
}
