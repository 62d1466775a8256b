import type { recordActivity } from '../../contract/traffic.ts'
import { hasSessionCookie } from './session-cookie.ts'

/** What signed-in people do, as the console shows it under Recent Activity. */
export type Act =
  | 'Page view'
  | 'Discussion started'
  | 'Email sign-up'
  | 'Endorsement submitted'
  | 'Event registration'
  | 'Prayer submitted'
  | 'Profile updated'
  | 'Reply posted'
  | 'Volunteer application submitted'

const url: (typeof recordActivity)['url'] = '/api/activity'

/**
 * Records an act of somebody who is signed in; visitors make no request. Nobody waits for it, and nobody is told when it
 * fails. Sent even when the page is left meanwhile.
 */
export function recordAct(action: Act): void {
  if (!hasSessionCookie()) return
  // Drawn ahead: it is viewed when people open it.
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', () => recordAct(action), { once: true })
    return
  }
  const body = JSON.stringify({ action, page: location.pathname.slice(0, 100) })
  const headers = { 'content-type': 'application/json' }
  void fetch(url, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}
