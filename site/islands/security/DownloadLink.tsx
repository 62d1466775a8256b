import type { MouseEvent, ReactNode } from 'react'
import { ensureProof } from '../../stores/security/fresh-proof.ts'

/** A link to a file with people in it, which takes a fresh proof; the page that has it shows `FreshProof`. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  async function open(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (!(await ensureProof())) return
    const link = document.createElement('a')
    Object.assign(link, newWindow, { href })
    link.click()
  }
  return (
    <a className="button button-small" href={href} {...newWindow} onClick={open}>
      {children}
    </a>
  )
}

const newWindow = { target: '_blank', rel: 'noopener' }
