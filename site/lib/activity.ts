import type { recordActivity } from '../../contract/traffic.ts'
import { pageHeaders } from './api.ts'
import { hasSessionCookie } from './session-cookie.ts'

const url: (typeof recordActivity)['url'] = '/api/activity'

/**
 * Records an activity of a signed-in person, such as 'Prayer submitted', as the console shows it under Recent Activity;
 * visitors make no request. The page neither waits for it nor reports a failure. It is sent even when the person leaves
 * the page.
 */
export function recordAct(action: string): void {
  if (!hasSessionCookie()) return
  // The page is prerendered: it is viewed when people open it.
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', () => recordAct(action), { once: true })
    return
  }
  const body = JSON.stringify({ action, page: location.pathname.slice(0, 100) })
  const headers = { 'content-type': 'application/json', ...pageHeaders }
  void fetch(url, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}
