import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PostedForm } from '../../../contract/posted-form.ts'
import { IslandBoundary } from '../IslandBoundary.tsx'
import { latePrefix } from './late-prefix.ts'

export type LateFormProps = { posted?: PostedForm | undefined }

function Started({ onStarted, children }: { onStarted: () => void; children?: ReactNode }) {
  useEffect(onStarted, [onStarted])
  return children
}

/** Starts a form that `LateForm.astro` rendered; resolves once it handles its events. */
export const lateForm = (Form: ComponentType<LateFormProps>) => (place: HTMLElement) =>
  new Promise<void>((resolve) => {
    const posted: LateFormProps['posted'] = place.dataset.posted && JSON.parse(place.dataset.posted)
    const form = createElement(Started, { onStarted: resolve }, createElement(Form, { posted }))
    hydrateRoot(place, createElement(IslandBoundary, null, form), { identifierPrefix: latePrefix })
  })
