import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { PreviewStore } from '../../stores/email-campaigns/mail-preview.ts'
import { LoadFailure, OutdatedNotice } from '../admin/LoadFailure.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { MailFrame } from './MailFrame.tsx'
import { Segmented } from './Segmented.tsx'

const views = [
  ['html', 'Formatted'],
  ['text', 'Plain text'],
] as const
const widths = [
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
] as const

/** A mail as it will arrive: formatted or as text, at the width of a window or of a phone. */
export function MailPreview({ preview }: { preview: PreviewStore }) {
  const state = useStore(preview.$state)
  const isLoading = useStore(preview.$isLoading)
  const [view, setView] = useState<'html' | 'text'>('html')
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  switch (state.status) {
    case 'loading':
      return (
        <div className="mail-preview" role="status">
          <span className="visually-hidden">Loading the preview…</span>
          <span className="skeleton mail-skeleton" aria-hidden="true" />
        </div>
      )
    case 'failed':
    case 'offline':
      return <LoadFailure state={state} onRetry={preview.reload} />
    case 'loaded': {
      const { from, replyTo, subject, preheader, html, text, size } = state.value
      return (
        <section className="mail-preview" aria-label="Preview" aria-busy={isLoading}>
          <OutdatedNotice state={state} onRetry={preview.reload} />
          <div className="mail-tools">
            <Segmented label="Form" value={view} options={views} onChoose={setView} />
            {view === 'html' && <Segmented label="Width" value={width} options={widths} onChoose={setWidth} />}
            <span className="quiet small">{Math.ceil(size / 1024).toLocaleString('en-US')} KB</span>
          </div>
          <p className="mail-line">
            <span className="quiet">From</span> {from.name} <span className="quiet">&lt;{from.address}&gt;</span>
            <br />
            {replyTo !== null && (
              <>
                <span className="quiet">Replies to</span> {replyTo}
                <br />
              </>
            )}
            <strong>{subject}</strong> {preheader !== '' && <span className="quiet">{preheader}</span>}
          </p>
          {view === 'html' ? (
            <MailFrame html={html} width={width} />
          ) : (
            <ScrollRegion className="mail-text" aria-label="The email as plain text">
              {text}
            </ScrollRegion>
          )}
        </section>
      )
    }
  }
}
