import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PostedForm } from '../../../records/http/posted-form.ts'
import { IslandBoundary } from '../IslandBoundary.tsx'
import { Started } from '../Started.tsx'
import { watchTyped } from '../typed-text.ts'
import { latePrefix } from './late-prefix.ts'

/** `wording`: the hash of the sentence beside the form. */
export type LateFormProps = { posted?: PostedForm | undefined; wording: string | undefined }

/** Starts a form that `LateForm.astro` rendered, with the visitor’s input; resolves once it handles its events. */
export const lateForm = (Form: ComponentType<LateFormProps>) => (place: HTMLElement) =>
  new Promise<void>((resolve) => {
    const posted: LateFormProps['posted'] = place.dataset.posted && JSON.parse(place.dataset.posted)
    const { wording } = place.dataset
    const onDrawn = watchTyped(place)
    const form = createElement(IslandBoundary, null, createElement(Form, { posted, wording }))
    hydrateRoot(place, createElement(Started, { onDrawn, onStarted: resolve }, form), { identifierPrefix: latePrefix })
  })
