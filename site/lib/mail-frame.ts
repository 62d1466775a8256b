/**
 * Shows an email in a frame. The policy of our pages, which a frame without an address inherits, ignores styles that
 * are written in HTML; so they are taken out first and set one by one. The frame is sandboxed: no scripts run in it.
 */
export function showMail(frame: HTMLIFrameElement, html: string): void {
  const shown = frame.contentDocument
  const styleSheet = shown?.defaultView?.CSSStyleSheet
  if (!shown || !styleSheet) return
  const mail = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const link of mail.querySelectorAll('a[href]')) {
    // Shows a link’s target; the frame itself does not navigate.
    link.setAttribute('title', link.getAttribute('href') ?? '')
    link.removeAttribute('href')
  }
  shown.replaceChild(shown.adoptNode(mail.documentElement), shown.documentElement)
  for (const element of shown.querySelectorAll<HTMLElement>(`[${kept}]`)) {
    element.style.cssText = element.getAttribute(kept) ?? ''
    element.removeAttribute(kept)
  }
  shown.addEventListener('keydown', passOn)
  const sheet = new styleSheet()
  // Links look like links, although they lead nowhere here.
  sheet.replaceSync(['a { text-decoration: underline }', ...stylesIn(html)].join('\n'))
  shown.adoptedStyleSheets = [sheet]
}

/** Escape closes the dialog around the frame, which keys do not leave by themselves. */
function passOn({ key, view }: KeyboardEvent): void {
  if (key === 'Escape') view?.frameElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}

const kept = 'data-style'
const sheets = /<style[^>]*>([\s\S]*?)<\/style>/gi

export const stylesIn = (html: string): string[] => [...html.matchAll(sheets)].map(([, css = '']) => css)

/** Changes attributes only: in text, an email writes its quotation marks as `&quot;`. */
export const withoutStyles = (html: string): string => html.replace(sheets, '').replace(/\sstyle=(?=")/gi, ` ${kept}=`)
