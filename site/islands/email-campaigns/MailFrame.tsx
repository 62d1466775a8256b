import { useEffect, useRef } from 'react'
import { showMail } from '../../lib/mail-frame.ts'

/** A mail as a mail program shows it, at the width of a window or of a phone. */
export function MailFrame({ html, width }: { html: string; width: 'desktop' | 'phone' }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) showMail(frame.current, html)
  }, [html])
  return (
    <div className="mail-stage">
      <iframe
        className={`mail-frame mail-${width}`}
        ref={frame}
        title="The email as it will arrive"
        sandbox="allow-same-origin"
      />
    </div>
  )
}
