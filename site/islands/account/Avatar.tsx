import { useState } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import { initials } from '../../lib/names.ts'
import { photoUrl } from '../../lib/photos.ts'

/** The photo; without one, or when it cannot be loaded, initials (§2). */
export function Avatar({ user }: { user: CurrentUser }) {
  const [missing, setMissing] = useState<string | null>(null)
  const url = user.profileImageUrl
  return (
    <span className="avatar-large" aria-hidden="true">
      {url === null || url === missing ? (
        initials(user)
      ) : (
        <img src={photoUrl(url, 256)} alt="" width="96" height="96" onError={() => setMissing(url)} />
      )}
    </span>
  )
}
