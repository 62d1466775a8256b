import { recordAct } from '../../lib/activity.ts'
import { fullName, initials, personName } from '../../lib/names.ts'
import { photoUrl } from '../../lib/photos.ts'
import { $isStaff } from '../../stores/rights.ts'
import { $change, $session, loadSession, type Session, signOut } from '../../stores/session.ts'

/** Shows who is signed in, handles signing out, and records the page view. */
export function startAccount(header: HTMLElement) {
  $session.subscribe((session) => show(header, session))
  $change.listen((change) => void import('./changed-user.ts').then(({ showChange }) => showChange(change)))
  header.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-sign-out]') !== null) void signOut()
  })
  void loadSession()
  recordAct('Page view')
}

function show(header: HTMLElement, session: Session) {
  const user = session.status === 'signed-in' ? session.user : null
  const all = (selector: string) => header.querySelectorAll<HTMLElement>(selector)
  for (const element of all('[data-signed-in]')) element.hidden = user === null
  for (const element of all('[data-signed-out]')) element.hidden = user !== null
  for (const element of all('[data-admin]')) element.hidden = !$isStaff.get()
  if (user === null) return
  for (const element of all('[data-name]')) element.textContent = fullName(user)
  for (const element of all('[data-email]')) element.textContent = personName(user) === null ? '' : user.email
  for (const element of all('[data-avatar]')) element.replaceChildren(avatar(user.profileImageUrl, initials(user)))
}

function avatar(imageUrl: string | null, letters: string): Node {
  if (imageUrl === null) return document.createTextNode(letters)
  const image = new Image()
  image.alt = ''
  image.onerror = () => image.replaceWith(letters)
  image.src = photoUrl(imageUrl, 128)
  return image
}
