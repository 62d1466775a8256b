import { messages } from '../lib/messages.ts'

/**
 * Shows a notice in place of an island whose script did not load. It is inline in the page, because a file of its own
 * may be blocked or missing like the island’s. The function uses nothing from outside.
 */
function watchIslands(sentence: string, again: string): void {
  addEventListener('astro:hydration-error', ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLElement)) return
    const notice = document.createElement('div')
    notice.className = 'notice'
    notice.setAttribute('role', 'alert')
    const words = document.createElement('p')
    words.textContent = sentence
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button button-small'
    button.textContent = again
    button.onclick = () => location.reload()
    notice.append(words, button)
    // A form works without scripts.
    if (target.querySelector('form')) target.prepend(notice)
    else target.replaceChildren(notice)
  })
}

const words = [messages.island.notLoaded, messages.buttons.tryAgain].map((text) => JSON.stringify(text))
/** For `layouts/Page.astro`. */
export const islandFailures = `(${watchIslands})(${words})`.replaceAll(/\n\s*/g, '')
