import type { MouseEvent, ReactNode } from 'react'
import { ensureProof } from '../../stores/security/fresh-proof.ts'

/**
 * A link to a file with people in it, which takes a fresh proof; the page that has it shows `FreshProof`. The file comes as
 * a download in the same window: WebKit and Firefox block a window that opens after the proof as a pop-up. The browser
 * reports a failed download by itself.
 */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  async function open(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (!(await ensureProof())) return
    const link = document.createElement('a')
    Object.assign(link, { href, download: '' })
    link.click()
  }
  return (
    <a className="button button-small" href={href} {...newWindow} onClick={open}>
      {children}
    </a>
  )
}

const newWindow = { target: '_blank', rel: 'noopener' }
